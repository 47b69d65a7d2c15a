import type { Device, RepairLog } from '@repairline/contracts/repairs/views';

/** The first uncompleted log of the current repair; `logs` oldest first. A completed log ends a repair. */
export function firstUncompletedLog(logs: readonly RepairLog[]): RepairLog | undefined {
  const lastCompleted = logs.findLastIndex(({ completed }) => completed);
  return logs[lastCompleted + 1];
}

/** Who already works on the device that `userId` has just asked to start, or undefined when it is theirs. */
export function startedBySomeoneElse(device: Device, userId: string): string | undefined {
  return device.assigneeId === userId ? undefined : device.assignedTo || 'Someone else';
}

export const statusWords = {
  INTAKE: 'Intake',
  IN_PROGRESS: 'In Progress',
  COMPLETED: 'Completed',
  PARTS: 'Deprovisioned',
} as const satisfies Record<Device['status'], string>;
