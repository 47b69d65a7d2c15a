import { REPAIR_COMPLETED, WORK_STARTED } from '@repairline/contracts/issues';
import type { Device } from '@repairline/contracts/repairs/views';

/**
 * The first text that names an issue, for the entry that completes the repair. 'Work started' does not count as one.
 */
export function namedIssue(...texts: readonly string[]): string {
  return texts.find((text) => text && text !== WORK_STARTED) ?? REPAIR_COMPLETED;
}

/** Who is already working on the device that `userId` has just asked to start; undefined if `userId` has it. */
export function startedBySomeoneElse(device: Device, userId: string): string | undefined {
  return device.assigneeId === userId ? undefined : device.assignedTo || 'Someone else';
}
