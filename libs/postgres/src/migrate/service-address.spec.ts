import { isOwnerAddress, serviceAddress } from './service-address';

test("a service's sign-in takes the place of the owner's, and the parameters stay", () => {
  const address = 'postgresql://owner:secret@db:5433/repairs?sslmode=verify-full';
  expect(serviceAddress(address, 'repairline_billing', 'p@ss')).toBe(
    'postgresql://repairline_billing:p%40ss@db:5433/repairs?sslmode=verify-full',
  );
});

test.each([
  ['names its user in a parameter', 'postgres://db:5432/repairs?user=owner&password=secret'],
  ['names a password in a parameter', 'postgres://owner@db:5432/repairs?password=secret'],
  ['has no host to stand before', 'postgresql:///repairs?host=/var/run/postgresql'],
  ['is of something else', 'mysql://owner:secret@db:3306/repairs'],
  ['is none', 'postgres://owner:p#1@db:5432/repairs'],
])('an address that %s is refused: every service would sign in as the owner', (_, address) => {
  expect(isOwnerAddress(address)).toBe(false);
  expect(() => serviceAddress(address, 'repairline_billing', 'secret')).toThrow(
    'DATABASE_URL: must look like postgres://user:password@host:5432/database',
  );
});
