import {
  deviceFactNames,
  factFilters,
  type DeviceFactName,
  type FactFilter,
} from '@repairline/contracts/repairs/device-facts';
import type { DeviceHistoryItem } from '@repairline/contracts/repairs/views';

export type Facts = Record<DeviceFactName, string | null>;

/** A fact as text: what lists are filtered by in the filter's words, everything else as it is. */
export function factText(fact: DeviceFactName, value: string): string {
  const filters: Partial<Record<DeviceFactName, FactFilter>> = factFilters;
  return filters[fact]?.choices?.[value] ?? value;
}

/** The state of the device after each step. @param history oldest first */
export function stateAfterEachStep(history: readonly Pick<DeviceHistoryItem, 'changes'>[]): Facts[] {
  let facts = Object.fromEntries(deviceFactNames.map((fact) => [fact, null])) as Facts;
  return history.map(({ changes }) => {
    facts = { ...facts, ...Object.fromEntries(changes.map(({ fact, to }) => [fact, to])) };
    return facts;
  });
}
