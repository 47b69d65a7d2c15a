import { createPasswords } from './passwords';

const passwords = createPasswords();

test('a hash verifies its own password and no other', async () => {
  const hash = await passwords.hash('violet-anchor-39');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  expect(await passwords.verify(hash, 'violet-anchor-39')).toBe(true);
  expect(await passwords.verify(hash, 'violet-anchor-38')).toBe(false);
});

test('without a stored hash no password is right', async () => {
  expect(await passwords.verify(undefined, '')).toBe(false);
});
