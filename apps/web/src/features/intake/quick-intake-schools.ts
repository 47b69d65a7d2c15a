import { builtInSchools, type School } from '@repairline/contracts/district';

export interface SchoolChoice {
  code: string;
  text: string;
}

const byLevel: readonly SchoolChoice[] = [
  { code: 'HS', text: 'High School (HS)' },
  { code: 'MS', text: 'Middle School (MS)' },
  { code: 'N/A', text: 'N/A' },
];

/**
 * By level if the directory is the built-in one; a district with its own directory gets its own schools. The first is
 * the default.
 */
export function quickIntakeSchools(schools: readonly School[]): readonly SchoolChoice[] {
  if (isBuiltIn(schools)) return byLevel;
  return schools.map(({ code, name }) => ({ code, text: code === name ? code : `${name} (${code})` }));
}

function isBuiltIn(schools: readonly School[]): boolean {
  return (
    schools.length === builtInSchools.length &&
    schools.every(({ code, name }, at) => code === builtInSchools[at]?.code && name === builtInSchools[at].name)
  );
}
