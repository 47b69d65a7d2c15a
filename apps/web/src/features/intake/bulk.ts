import type { BulkResult } from '@repairline/contracts/repairs/requests';
import { line, LIMITS } from '@repairline/contracts/texts/text';
import { priority } from '@repairline/contracts/priority';
import { z } from 'zod';
import { deviceTag } from '../../api/tags';
import { devicesText, numberText } from '../../components/text/number-text';
import type { BulkCall } from './intake-api';

/** The settings that all rows of an import share. The server checks the asset numbers in `text` row by row. */
export const bulkSettings = z.object({
  school: z.string().min(1, 'School is required'),
  model: line('Model', LIMITS.model),
  priority,
  assignedTo: z.string(),
});
export type BulkSettings = z.infer<typeof bulkSettings>;
export type RowResult = BulkResult['results'][number];

/** Small enough for frequent progress and for the size limit of a call. */
export const ROWS_A_CALL = 200;

export const NOBODY = 'unassigned';

/** What lists call the column of asset numbers: our own exports, and those that are taken in here most. */
const HEADING = /^(annotated )?asset ?(number|no\.?|tag|id|#)?s?$|^barcodes?( numbers?)?$/iu;

/** The asset numbers as typed: the lines that are not blank, without a heading and what belongs to a file. */
export function assetLines(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/u)
    .map(withoutFileSyntax)
    .filter(Boolean);
  return HEADING.test(lines[0] ?? '') ? lines.slice(1) : lines;
}

/** A cell of a file: without quotes, separators after it, and the apostrophe that our exports put before a formula. */
function withoutFileSyntax(line: string): string {
  const cell = line.trim().replace(/[\s,;]+$/u, '');
  const text = /^".*"$/u.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell;
  return /^'[=+\-@]/u.test(text) ? text.slice(1) : text;
}

/** Each device once, under the number first given: scanners easily read a label twice. */
export function parseAssets(text: string): string[] {
  const numbers = new Map<string, string>();
  for (const typed of assetLines(text)) {
    const { id } = deviceTag(typed);
    if (!numbers.has(id)) numbers.set(id, typed);
  }
  return [...numbers.values()];
}

/**
 * The calls that take in all asset numbers, in their order. The rows of a call that failed come first if all of them are
 * still there: it may have been carried out all the same, and only the same call is recognized.
 */
export function bulkCalls(
  { assignedTo, ...settings }: BulkSettings,
  assets: readonly string[],
  failed: readonly string[] = [],
): BulkCall[] {
  const common = { ...settings, assignedTo: assignedTo === NOBODY ? '' : assignedTo };
  const known = new Set(assets);
  const again = new Set(failed.every((number) => known.has(number)) ? failed : []);
  const others = assets.filter((number) => !again.has(number));
  return [[...again], ...slicesOf(others)]
    .filter((rows) => rows.length > 0)
    .map((rows) => ({ common, devices: rows.map((barcodeNumber) => ({ barcodeNumber })) }));
}

function slicesOf(assets: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(assets.length / ROWS_A_CALL) }, (_, slice) =>
    assets.slice(slice * ROWS_A_CALL, (slice + 1) * ROWS_A_CALL),
  );
}

export interface BulkOutcome {
  title: string;
  intent: 'default' | 'destructive';
}

export function outcomeOf(results: readonly RowResult[]): BulkOutcome {
  const failed = results.filter(({ ok }) => !ok).length;
  const added = results.length - failed;
  if (failed === 0) return { title: `${devicesText(added)} added to intake successfully`, intent: 'default' };
  return {
    title: `Partial Success: ${devicesText(added)} added successfully, ${numberText(failed)} failed`,
    intent: failed > added ? 'destructive' : 'default',
  };
}
