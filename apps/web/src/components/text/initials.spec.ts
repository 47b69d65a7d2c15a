import { initials } from './person-avatar';

test.each([
  ['Ada Fields', 'AF'],
  ['Maria del Carmen Ruiz', 'MR'],
  ['tom.bench@school.example', 'TB'],
  ['rosa@school.example', 'R'],
  ['Émile', 'É'],
  ['ß Straße', 'SS'],
  ['', ''],
])('the initials of "%s" are "%s"', (person, letters) => {
  expect(initials(person)).toBe(letters);
});
