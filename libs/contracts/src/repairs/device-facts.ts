import type { Priority } from '../priority';
import type { Device } from './views';

// What people see of a device besides its own answer: its name in histories, its column in files, its filter in lists.

/** Every status, with its name for people. */
export const statusNames = {
  INTAKE: 'Intake',
  IN_PROGRESS: 'In Progress',
  COMPLETED: 'Completed',
  PARTS: 'Deprovisioned',
} as const;
export type DeviceStatus = keyof typeof statusNames;
export const deviceStatuses = Object.keys(statusNames) as DeviceStatus[];

/** What a change of a device can be about, with its name for people, in the order they read it. */
export const deviceFacts = {
  barcodeNumber: 'Asset Number',
  status: 'Status',
  priority: 'Priority',
  school: 'School',
  model: 'Model',
  studentName: 'Student',
  assignedTo: 'Assigned To',
  initialIssue: 'Initial Issue',
  notes: 'Notes',
} as const;
export type DeviceFactName = keyof typeof deviceFacts;
export const deviceFactNames = Object.keys(deviceFacts) as DeviceFactName[];

/** What can be done to a device, in words, the most telling first: starting work, for example, may also log an entry. */
export const historyKinds = {
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
} as const;
export type HistoryKind = keyof typeof historyKinds;
export const historyKindNames = Object.keys(historyKinds) as HistoryKind[];

/** The columns of a file of devices: heading and field. People read these files by the place of a column, so add at the end. */
export const deviceColumns: readonly (readonly [heading: string, field: keyof Device])[] = [
  ['Asset Number', 'barcodeNumber'],
  ['School', 'school'],
  ['Model', 'model'],
  ['Status', 'status'],
  ['Priority', 'priority'],
  ['Assigned To', 'assignedTo'],
  ['Student Name', 'studentName'],
  ['Initial Issue', 'initialIssue'],
  ['Latest Issue', 'latestIssue'],
  ['Notes', 'notes'],
  ['Billing Notes', 'billingNotes'],
  ['Created', 'createdAt'],
  ['Updated', 'updatedAt'],
];

/** A filter by one field of a device, as screens offer it. */
export interface FactFilter {
  field: keyof Device;
  label: string;
  /** The first choice, which filters nothing. */
  all: string;
  /** The other choices, by value; without them, the schools of the district. */
  choices?: Readonly<Record<string, string>>;
  /** Says what is chosen where the filter's label does not stand beside it. */
  chosen?: (value: string) => string;
}

/** What the list of devices is filtered by besides text and person, by the name in its address. */
export const factFilters = {
  school: { field: 'school', label: 'School', all: 'All schools' },
  status: { field: 'status', label: 'Status', all: 'All statuses', choices: statusNames },
  priority: {
    field: 'highestPriority',
    label: 'Priority',
    all: 'All priorities',
    choices: { High: 'High', Medium: 'Medium', Low: 'Low' } satisfies Record<Priority, string>,
    chosen: (value: string) => `${value} priority`,
  },
} as const satisfies Record<string, FactFilter>;
export type FactFilterName = keyof typeof factFilters;
export const factFilterNames = Object.keys(factFilters) as FactFilterName[];
