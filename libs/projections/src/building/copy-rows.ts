import { finished } from 'node:stream/promises';
import { escapeIdentifier, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { AnyEvent } from '@repairline/event-store/event-store';
import type { Row } from '../fold';
import type { AnyView, Cell } from '../view';

const ROWS_A_CHUNK = 500;

/** COPY's format for arrays is not written here. */
export function isCopyable<E extends AnyEvent>({ columns }: AnyView<E>): boolean {
  return !Object.values(columns).some((type) => type.includes('[]'));
}

/** Inserts rows that are not in the table yet, by COPY, which takes a third of the time of an INSERT. */
export async function copyRows<E extends AnyEvent>(
  tx: PoolClient,
  view: AnyView<E>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(view.columns);
  const target = `${escapeIdentifier(view.table)} (${columns.map(escapeIdentifier).join(', ')})`;
  const stream = tx.query(copyFrom(`copy ${target} from stdin`));
  const done = finished(stream);
  for (let first = 0; first < rows.length; first += ROWS_A_CHUNK) {
    stream.write(
      rows
        .slice(first, first + ROWS_A_CHUNK)
        .map((row) => copyLine(row, columns))
        .join(''),
    );
  }
  stream.end();
  await done;
}

/** One line of COPY's text format (PostgreSQL manual, COPY, "Text Format"). */
export function copyLine(row: Row, columns: readonly string[]): string {
  return `${columns.map((column) => cellText(row[column])).join('\t')}\n`;
}

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '\\N';
  if (typeof cell === 'string') return escaped(cell);
  return typeof cell === 'object' ? escaped(JSON.stringify(cell)) : String(cell);
}

const SPECIAL = /[\\\t\n\r]/u;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replaceAll(/[\\\t\n\r]/gu, (character) => escapes[character] ?? character) : text;
}
