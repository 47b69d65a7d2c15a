import { intake } from '@repairline/contracts/repairs/commands';
import { LIMITS } from '@repairline/contracts/text';

/** With the envelope below the bus's largest message, even where one row alone is heavier. */
const MOST_BYTES = 384 * 1024;
const MOST_ROWS = 500;
const FIELDS = Object.keys(intake.shape);
/** More code units than any text may have: a character takes two of them at most. */
const CUT_AT = 2 * LIMITS.remarks;

export interface BulkSlice {
  firstRow: number;
  rows: unknown[];
}

/** The rows of an import in as few messages as they fit, in their order. */
export function bulkSlices(devices: readonly unknown[]): BulkSlice[] {
  const slices: BulkSlice[] = [];
  let weight = 0;
  devices.forEach((device, index) => {
    const row = slimmed(device);
    const bytes = Buffer.byteLength(JSON.stringify(row));
    const last = slices.at(-1);
    if (last && last.rows.length < MOST_ROWS && weight + bytes <= MOST_BYTES) {
      last.rows.push(row);
      weight += bytes;
    } else {
      slices.push({ firstRow: index, rows: [row] });
      weight = bytes;
    }
  });
  return slices;
}

/** A row with no more than can be said in one, so that however large it came it fits a message, and is judged by its owner. */
function slimmed(device: unknown): unknown {
  if (typeof device !== 'object' || device === null) return null;
  const said = new Map(Object.entries(device));
  const kept = FIELDS.filter((field) => said.has(field)).map((field) => [field, cut(said.get(field))] as const);
  return Object.fromEntries(kept);
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value.trim());
  return typeof value === 'object' && value !== null ? {} : value;
}

/** Keeps the end too, which is no space: what was cut cannot become short enough by trimming, and is refused for its length. */
function cutText(text: string): string {
  return text.length > CUT_AT ? text.slice(0, CUT_AT) + text.slice(-1) : text;
}
