import { schoolCode, type School } from '@repairline/contracts/district';
import { DomainError } from '@repairline/contracts/domain-error';

/** The directory's code for what the caller typed. @throws {DomainError} unknown_school, listing the valid codes */
export function knownSchool(schools: readonly School[], typed: string): string {
  const code = schoolCode(schools, typed);
  if (code !== undefined) return code;
  const message = `Unknown school. Valid codes: ${schools.map((school) => school.code).join(', ')}`;
  throw new DomainError({ code: 'unknown_school', message, issues: [{ path: 'school', message }] });
}
