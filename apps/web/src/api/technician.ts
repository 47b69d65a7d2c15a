import type { SignedInUser } from '@repairline/contracts/identity/views';

/** Who a first log names: the assignee, else the person who takes the device in. */
export function technicianOf(
  { assignedTo }: { assignedTo?: string | null },
  user: Pick<SignedInUser, 'name' | 'email'>,
): string {
  return assignedTo || user.name || user.email || 'Unknown';
}
