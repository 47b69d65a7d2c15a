import type { SignedInUser } from '@repairline/contracts/identity/views';

/** The technician of a device's first log: the assignee, else the person who takes it in. */
export function technicianOf(
  { assignedTo }: { assignedTo?: string | null },
  user: Pick<SignedInUser, 'name' | 'email'>,
): string {
  return assignedTo || user.name || user.email || 'Unknown';
}
