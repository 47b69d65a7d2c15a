import { deviceFactNames, statusNames, type DeviceFactName } from '@repairline/contracts/repairs/device-facts';
import type { DeviceHistoryItem } from '@repairline/contracts/repairs/history';

export type Facts = Record<DeviceFactName, string | null>;

/** A fact as text: a status by its label, everything else as it is. */
export function factText(fact: DeviceFactName, value: string): string {
  return fact === 'status' && value in statusNames ? statusNames[value as keyof typeof statusNames] : value;
}

/** The state of the device after each step. @param history oldest first */
export function stateAfterEachStep(history: readonly Pick<DeviceHistoryItem, 'changes'>[]): Facts[] {
  let facts = Object.fromEntries(deviceFactNames.map((fact) => [fact, null])) as Facts;
  return history.map(({ changes }) => {
    facts = { ...facts, ...Object.fromEntries(changes.map(({ fact, to }) => [fact, to])) };
    return facts;
  });
}
