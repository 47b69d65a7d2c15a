import type { School } from '@repairline/contracts/district';
import { useDistrictQuery } from '../../api/calls/account';

interface SchoolOptionsProps {
  /** An option before the schools, for 'not chosen' or 'all'. */
  first?: { value: string; text: string };
  /** The code the field holds: an option even before the directory is loaded, and if the directory no longer has it. */
  chosen?: string;
}

/** The district's schools. */
export function SchoolOptions({ first, chosen }: SchoolOptionsProps) {
  const { data: district } = useDistrictQuery();
  const given = chosen === first?.value ? undefined : chosen;
  return (
    <>
      {first && <option value={first.value}>{first.text}</option>}
      {withChosen(district?.schools ?? [], given).map(({ code, name }) => (
        <option key={code} value={code}>
          {code === name ? code : `${code} · ${name}`}
        </option>
      ))}
    </>
  );
}

function withChosen(schools: readonly School[], chosen: string | undefined): readonly Pick<School, 'code' | 'name'>[] {
  if (!chosen || schools.some(({ code }) => code === chosen)) return schools;
  return [...schools, { code: chosen, name: chosen }];
}
