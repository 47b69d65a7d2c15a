import { technicianMatches } from './technicians';

const person = (user_id: string, name: string, email = `${user_id}@school.example`) => ({ user_id, name, email });
const people = [
  person('1', 'Jos\u00e9 Ruiz'),
  person('2', 'Jose Ruiz'),
  person('3', 'Se\u00e1n O\u2019Connor'),
  person('4', 'Twin'),
  person('5', 'TWIN'),
  person('6', '', 'jos\u00e9@school.example'),
  person('7', ''),
];
const meant = (typed: string) => technicianMatches(people, typed).map(({ user_id }) => user_id);

test('a name is found whichever quotes and accents were typed', () => {
  expect(meant(" SEAN O'CONNOR ")).toEqual(['3']);
});

test('a name spelled as typed comes before one that differs in accents', () => {
  expect(meant('jose\u0301 ruiz')).toEqual(['1']);
  expect(meant('JOSE RUIZ')).toEqual(['2']);
  expect(meant('Jos\u00e8 Ruiz')).toEqual(['1', '2']);
  expect(meant('twin')).toEqual(['4', '5']);
});

test('an id or an email names one person, and an email with another accent is of nobody', () => {
  expect(meant('4')).toEqual(['4']);
  expect(meant('JOS\u00c9@school.example')).toEqual(['6']);
  expect(meant('jos\u00e8@school.example')).toEqual([]);
});

test('text of which nothing can be seen names nobody', () => {
  for (const typed of ['', ' ', '\u200b']) expect(meant(typed)).toEqual([]);
});
