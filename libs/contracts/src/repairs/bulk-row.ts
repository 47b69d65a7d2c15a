import type { BulkIntake } from './commands';

type Row = Record<string, unknown>;

/**
 * A row of a bulk intake with the common settings where it has none of its own. An empty setting is none; but an empty
 * assignee says that nobody has the device.
 */
export function bulkRow(common: BulkIntake['common'], row: unknown): Row {
  const own = isRow(row) ? row : {};
  return {
    ...own,
    school: given(own.school) ?? common.school,
    model: given(own.model) ?? common.model,
    priority: given(own.priority) ?? common.priority,
    assignedTo: own.assignedTo ?? common.assignedTo,
  };
}

/** The asset number that a row was given with; empty where it is none at all. */
export function numberOfRow(row: unknown): string {
  const typed = isRow(row) ? row.barcodeNumber : undefined;
  return typeof typed === 'string' ? typed.trim() : '';
}

function given(setting: unknown): unknown {
  return setting === '' ? undefined : setting;
}

function isRow(row: unknown): row is Row {
  return typeof row === 'object' && row !== null;
}
