import type { AnyEvent } from '@repairline/event-store/event-store';
import type { InTransaction } from './build-site';
import type { Folded, Row } from '../fold';
import { createKeyBloomFilter } from './key-bloom-filter';
import type { AnyView } from '../view';
import { loadRows } from '../view-table';

const MOST_ROWS = 20_000;

/**
 * The rows of a table that only one builder writes, the most recently used in memory: a row that many events change is
 * written once, and a row that was never written is never looked up.
 */
export interface RowCache<E extends AnyEvent> {
  /** Current rows, of the given keys and others; valid until the next call. */
  of(keys: readonly string[], inTransaction: InTransaction): Promise<ReadonlyMap<string, Row>>;
  change(changes: Pick<Folded<E>, 'upserts' | 'deletes'>): void;
  isFull(): boolean;
  /** What the table lacks: rows that it does not contain, rows that it may contain, and keys of rows to delete. */
  unwritten(): { created: Row[]; changed: Row[]; deletes: string[] };
  /** To be called once the table contains what was unwritten; drops the least recently used rows from memory. */
  flushed(): void;
}

export function createRowCache<E extends AnyEvent>(view: AnyView<E>, most = MOST_ROWS): RowCache<E> {
  const rows = new Map<string, Row>();
  const dirty = new Set<string>();
  const written = createKeyBloomFilter();

  /** Makes a row the most recently used; the least recently used are dropped first. */
  function use(key: string, row: Row): void {
    rows.delete(key);
    rows.set(key, row);
  }

  return {
    async of(keys, inTransaction) {
      const away = keys.filter((key) => !rows.has(key) && !dirty.has(key) && written.mayContain(key));
      if (away.length > 0)
        for (const [key, row] of await inTransaction((tx) => loadRows(tx, view, away))) use(key, row);
      return rows;
    },
    change({ upserts, deletes }) {
      for (const row of upserts) {
        const key = row[view.key] as string;
        use(key, row);
        dirty.add(key);
      }
      for (const key of deletes) {
        rows.delete(key);
        dirty.add(key);
      }
    },
    isFull: () => rows.size > most || dirty.size > most,
    unwritten() {
      const rowsToWrite = [...dirty].map((key) => rows.get(key)).filter((row) => row !== undefined);
      const mayBeThere = (row: Row) => written.mayContain(row[view.key] as string);
      return {
        created: rowsToWrite.filter((row) => !mayBeThere(row)),
        changed: rowsToWrite.filter(mayBeThere),
        deletes: [...dirty].filter((key) => !rows.has(key)),
      };
    },
    flushed() {
      for (const key of dirty) if (rows.has(key)) written.add(key);
      dirty.clear();
      for (const key of rows.keys()) {
        if (rows.size <= most / 2) break;
        rows.delete(key);
      }
    },
  };
}
