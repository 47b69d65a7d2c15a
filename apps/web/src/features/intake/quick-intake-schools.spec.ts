import { builtInSchools } from '@repairline/contracts/district';
import { quickIntakeSchools } from './quick-intake-dialog';

test('the built-in directory is offered by level, high school first', () => {
  expect(quickIntakeSchools(builtInSchools).map(({ code }) => code)).toEqual(['HS', 'MS', 'N/A']);
});

test("a district's own directory is offered as it is", () => {
  const own = [
    { code: 'NORTH', name: 'North Academy', level: 'HS' as const, aliases: [] },
    { code: 'SHS', name: 'SHS', level: 'HS' as const, aliases: ['HS'] },
  ];
  expect(quickIntakeSchools(own)).toEqual([
    { code: 'NORTH', text: 'North Academy (NORTH)' },
    { code: 'SHS', text: 'SHS' },
  ]);
});
