import { isOfDomains, readsAsAnothersEmail } from './account-rules';

const email = 'ada@school.example';

describe('addresses of the district', () => {
  test.each([
    ['ada@school.example', true],
    ['ada@staff.school.example', false],
    ['ada@notschool.example', false],
    ['ada@school.example.evil.test', false],
  ])('include %s: %s', (address, allowed) => {
    expect(isOfDomains(address, ['school.example'])).toBe(allowed);
  });
});

describe('names that read as an email', () => {
  const facts = { own: email, domains: ['school.example'], taken: false };

  test('a user’s own email may be their name', () =>
    expect(readsAsAnothersEmail(email, { ...facts, taken: true })).toBe(false));
  test('the email of another user may not be the name', () =>
    expect(readsAsAnothersEmail('bob@old.example', { ...facts, taken: true })).toBe(true));
  test('an unused address of the district may not be the name', () =>
    expect(readsAsAnothersEmail('Bob@School.example', facts)).toBe(true));
  test.each(['bob@school.ex\u200bample', 'bob＠school.example', '\u2060bob@school.example\u00ad'])(
    'nor may %j, which looks the same',
    (name) => expect(readsAsAnothersEmail(name, facts)).toBe(true),
  );
  test('a name that is not an address is allowed', () =>
    expect(readsAsAnothersEmail('Bob @ School', facts)).toBe(false));
});
