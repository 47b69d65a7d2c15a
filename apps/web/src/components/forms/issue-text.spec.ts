import { joinIssues } from './common-issues';

test('several common issues are joined with a comma and a space', () => {
  expect(joinIssues(joinIssues('', 'Liquid damage'), 'Missing keys')).toBe('Liquid damage, Missing keys');
});

test('choosing an issue again removes it and keeps the rest of the text', () => {
  expect(joinIssues('Liquid damage,  hinge is loose, Missing keys', 'Liquid damage')).toBe(
    'hinge is loose, Missing keys',
  );
});

test.each([
  ['Repair quote 1,250 USD,\nsee ticket', 'Repair quote 1,250 USD,\nsee ticket, Missing keys'],
  ['Liquid damage, ', 'Liquid damage, Missing keys'],
])('adding and removing an issue keeps the other text as typed: %j', (typed, withIssue) => {
  expect(joinIssues(typed, 'Missing keys')).toBe(withIssue);
  expect(joinIssues(withIssue, 'Missing keys')).toBe(typed.replace(/, $/u, ''));
});
