import { linksFor } from './links';

const activeOn = (path: string) =>
  linksFor('Member', path)
    .filter(({ active }) => active)
    .map(({ text }) => text);

test.each(['/', '/devices', '/devices/CB-1', '/devices/a%2Fb'])('Devices is the present link on %s', (path) => {
  expect(activeOn(path)).toEqual(['Devices']);
});

test.each(['/admin', '/admin/status'])('Admin is the present link on %s', (path) => {
  expect(linksFor('Admin', path).filter(({ active }) => active)).toMatchObject([{ text: 'Admin' }]);
});

test('an unknown page has no present link', () => {
  expect(activeOn('/nowhere')).toEqual([]);
});

test('a Member is shown the way to Devices only, an Admin the way to every screen', () => {
  expect(linksFor('Member', '/').map(({ text }) => text)).toEqual(['Devices']);
  expect(linksFor('Admin', '/').map(({ text }) => text)).toEqual([
    'Devices',
    'Completed Repairs',
    'Analytics',
    'My Workbench',
    'Admin',
  ]);
});
