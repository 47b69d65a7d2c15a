import type { Technician } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';

interface TechnicianOptionsProps {
  technicians: readonly Technician[];
  /** The device whose present assignee must be among the options, even if they have left. */
  device?: Device;
  /** The value of the first option. */
  nobody?: string;
}

/** Options whose value is the email, for names may occur twice; the first is nobody. */
export function TechnicianOptions({ technicians, device, nobody = '' }: TechnicianOptionsProps) {
  const present = device && assigneeValue(device, technicians);
  return (
    <>
      <option value={nobody}>Unassigned</option>
      {present && present === device.assigneeId && <option value={present}>{device.assignedTo}</option>}
      {technicians.map(({ id, name, email }) => (
        <option key={id} value={email}>
          {name || email}
        </option>
      ))}
    </>
  );
}

export function assigneeValue({ assigneeId }: Device, technicians: readonly Technician[]): string {
  return technicians.find(({ id }) => id === assigneeId)?.email ?? assigneeId ?? '';
}
