import type { BulkIntake } from './requests';

type Row = Record<string, unknown>;

/**
 * A row of a bulk intake, with the common settings for those it lacks. An empty setting counts as lacking, except that
 * an empty assignee means nobody has the device.
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

/** The asset number given in a row; empty if it has none. */
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
