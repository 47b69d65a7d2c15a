import {
  deviceFactNames,
  type DeviceFactName,
  type DeviceHistoryItem,
  type HistoryKind,
} from '@repairline/contracts/repairs/views';
import { statusLabels } from '../../api/current-repair';

export type Facts = Record<DeviceFactName, string | null>;

export const factLabels: Record<DeviceFactName, string> = {
  barcodeNumber: 'Asset Number',
  status: 'Status',
  priority: 'Priority',
  school: 'School',
  model: 'Model',
  studentName: 'Student',
  assignedTo: 'Assigned To',
  initialIssue: 'Initial Issue',
  notes: 'Notes',
};

export const kindLabels: Record<HistoryKind, string> = {
  'taken-in': 'Taken in',
  'taken-in-again': 'Taken in again',
  deprovisioned: 'Deprovisioned',
  restored: 'Restored',
  'work-started': 'Work started',
  'repair-completed': 'Repair completed',
  'repair-reopened': 'New repair opened by an entry',
  'repair-logged': 'Entry added',
  'personal-data-erased': 'Personal data erased',
  changed: 'Edited',
};

/** A fact as text: a status by its label, everything else as it is. */
export function factText(fact: DeviceFactName, value: string): string {
  return fact === 'status' && value in statusLabels ? statusLabels[value as keyof typeof statusLabels] : value;
}

/** The state of the device after each step. @param history oldest first */
export function stateAfterEachStep(history: readonly Pick<DeviceHistoryItem, 'changes'>[]): Facts[] {
  let facts = Object.fromEntries(deviceFactNames.map((fact) => [fact, null])) as Facts;
  return history.map(({ changes }) => {
    facts = { ...facts, ...Object.fromEntries(changes.map(({ fact, to }) => [fact, to])) };
    return facts;
  });
}
