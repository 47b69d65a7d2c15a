import type { Technician } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { useTechniciansQuery } from '../../api/account';
import type { FormValues } from './draft-slice';
import { ChoiceField, type FieldProps } from './fields';

interface TechnicianFieldProps<Values extends FormValues> extends FieldProps<Values> {
  /** The value of the option for nobody; null where it must be somebody. */
  nobody?: string | null;
  /** The device whose present assignee must be among the options, even if they have left. */
  device?: Device;
  /** Who is there to choose while there is no list. */
  otherwise?: readonly Technician[];
}

/**
 * A choice among technicians, by email, for names may occur twice. What is chosen is always among the options. Where there is
 * no list it says so; the rest of the form can be sent all the same.
 */
export function TechnicianField<Values extends FormValues>(props: TechnicianFieldProps<Values>) {
  const { nobody = '', device, otherwise = [], ...field } = props;
  const { data, error } = useTechniciansQuery();
  const technicians = data ?? otherwise;
  const chosen = String(field.form.values[field.name] ?? '');
  const present = device && assigneeValue(device, technicians);
  const listed = technicians.map(({ email }) => email);
  const others = [present, chosen].filter((value) => value && value !== nobody && !listed.includes(value));
  return (
    <ChoiceField {...field} warning={error && !data ? 'Failed to fetch users' : undefined}>
      {nobody !== null && <option value={nobody}>Unassigned</option>}
      {[...new Set(others)].map((value) => (
        <option key={value} value={value}>
          {value === device?.assigneeId ? device?.assignedTo : value}
        </option>
      ))}
      {technicians.map(({ id, name, email }) => (
        <option key={id} value={email}>
          {name || email}
        </option>
      ))}
    </ChoiceField>
  );
}

/** What the field holds while the device's assignee is chosen: their id where they are not among the technicians. */
export function assigneeValue({ assigneeId }: Device, technicians: readonly Technician[]): string {
  return technicians.find(({ id }) => id === assigneeId)?.email ?? assigneeId ?? '';
}
