import { useDistrictQuery } from '../../api/account';

/** The district's schools, under a first option for 'not chosen' or 'all'. */
export function SchoolOptions({ first }: { first?: { value: string; text: string } }) {
  const { data: district } = useDistrictQuery();
  return (
    <>
      {first && <option value={first.value}>{first.text}</option>}
      {district?.schools.map(({ code, name }) => (
        <option key={code} value={code}>
          {code === name ? code : `${code} · ${name}`}
        </option>
      ))}
    </>
  );
}
