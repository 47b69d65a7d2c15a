import { useTechniciansQuery } from '../../api/account';
import type { FormValues } from './draft-slice';
import { ChoiceField, type ChoiceFieldProps } from './fields';

/** A choice among technicians. Where they could not be fetched it says so; the rest of the form can be sent all the same. */
export function TechnicianField<Values extends FormValues>(props: ChoiceFieldProps<Values>) {
  const { data, error } = useTechniciansQuery();
  return <ChoiceField {...props} warning={error && !data ? 'Failed to fetch users' : undefined} />;
}
