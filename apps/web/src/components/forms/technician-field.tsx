import type { Technician } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { useTechnicians } from '../../api/calls/account';
import type { FormValues } from './drafts';
import { ChoiceField, type FieldProps } from './fields';

interface TechnicianFieldProps<Values extends FormValues> extends FieldProps<Values> {
  /** The value of the option for nobody; null if someone must be chosen. */
  nobody?: string | null;
  /** The device whose current assignee must be among the options, even if they have left. */
  device?: Device;
  /** The options while there is no list. */
  otherwise?: readonly Technician[];
}

/**
 * A choice of technician by email, because names may occur twice. The chosen value is always among the options. If the
 * list cannot be loaded the field says so; the rest of the form can still be sent.
 */
export function TechnicianField<Values extends FormValues>(props: TechnicianFieldProps<Values>) {
  const { nobody = '', device, otherwise = [], ...field } = props;
  const { data, error } = useTechnicians();
  const technicians = data ?? otherwise;
  const chosen = String(field.form.values[field.name] ?? '');
  const present = device && assigneeValue(device, technicians);
  const listed = technicians.map(({ email }) => email);
  const isOnlyOne = (name: string) => name !== '' && technicians.filter((one) => one.name === name).length === 1;
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
          {isOnlyOne(name) ? name : [name, email].filter(Boolean).join(' · ')}
        </option>
      ))}
    </ChoiceField>
  );
}

/** The field's value for the device's assignee: their email, or their id if they are not among the technicians. */
export function assigneeValue({ assigneeId }: Device, technicians: readonly Technician[]): string {
  return technicians.find(({ id }) => id === assigneeId)?.email ?? assigneeId ?? '';
}
