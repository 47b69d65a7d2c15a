import { builtInSchools, schoolCode, schoolDirectory } from './district';

const own = schoolDirectory.parse([
  { code: 'ES1', name: 'Elementary', level: 'ES' },
  { code: 'NMS', name: 'North Middle', level: 'MS', aliases: ['North'] },
  { code: 'EHS', name: 'East High', level: 'HS' },
  { code: 'WHS', name: 'West High', level: 'HS' },
]);

// proves d.schools.alias-first-of-level
test('HS and MS mean the first school of that level in any directory', () => {
  expect(['HS', 'MS'].map((typed) => schoolCode(builtInSchools, typed))).toEqual(['SHS', 'SMS']);
  expect(['HS', 'MS'].map((typed) => schoolCode(own, typed))).toEqual(['EHS', 'NMS']);
});

test('a code or alias in the directory means that school, even if it is also the name of a level', () => {
  expect([' WHS ', 'North'].map((typed) => schoolCode(own, typed))).toEqual(['WHS', 'NMS']);
  const named = schoolDirectory.parse([...own, { code: 'HS', name: 'The High School', level: 'HS' }]);
  expect(schoolCode(named, 'HS')).toBe('HS');
});

test.each(['XYZ', 'shs', '', '__proto__', 'ES', 'NA'])("'%s' matches no school", (typed) => {
  expect(schoolCode(builtInSchools, typed)).toBeUndefined();
});

test('a directory in which a code or an alias occurs twice is refused', () => {
  const twice = [...own, { code: 'North', name: 'North High', level: 'HS' }];
  expect(schoolDirectory.safeParse(twice).error?.issues[0]?.message).toBe('A school code or alias occurs twice');
});
