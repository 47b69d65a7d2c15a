import type { Pool, PoolClient } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { deadLettersJson, deadLettersSql, type Failure } from '@repairline/event-store/dead-letters';
import { checkpointsJson, checkpointsSql, type Checkpoint, type FencingToken } from './following/checkpoints';
import { fold, keysOf, type Folded, type Poison, type Row } from './fold';
import { countChanges, countsSql } from './row-counts';
import { statementName } from '@repairline/postgres/queries/kysely-on';
import type { AnyView } from './view';
import { deleteSql, loadRows, upsertSql } from './view-table';

// The one path from events to rows: `applyBatch` loads the rows that a batch changes, folds it and writes the rows. What
// it writes to is a `Tables`: the live ones (lease.ts) or those being built. Only the first filling of an empty table
// writes later than it folds (build-views.ts).

type Db = Pool | PoolClient;

/** Views and how far each has come. */
export type Reached<E extends AnyEvent> = ReadonlyMap<AnyView<E>, Checkpoint>;

/** What a batch changes in a view's table, and how far the view has come with it. */
export interface Change<E extends AnyEvent> extends Folded<E> {
  view: AnyView<E>;
  checkpoint: Checkpoint;
  /** The rows as they were, by which the counts change; absent if the rows are counted later. */
  before?: ReadonlyMap<string, Row>;
}

export interface Tables<E extends AnyEvent> {
  /** All or nothing: a failure leaves the tables as they were. */
  attempt<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /** False, and nothing is written, if the tables were replaced since the rows were loaded. */
  write(db: Db, changes: readonly Change<E>[], upTo: number): Promise<boolean>;
}

/** Tables that are being built. The transaction finds them by its search_path. */
export function tablesOn<E extends AnyEvent>(tx: PoolClient): Tables<E> {
  return {
    async attempt(work) {
      await tx.query('savepoint attempt');
      try {
        const result = await work(tx);
        await tx.query('release savepoint attempt');
        return result;
      } catch (error) {
        if (isRefusal(error)) await tx.query('rollback to savepoint attempt');
        throw error;
      }
    },
    write: (db, changes) => writeChanges(db, changes),
  };
}

/**
 * Brings the views up to the end of the batch. If the database refuses a row, each view is tried by itself, and then
 * halves of the batch, until the event to blame is found, which becomes a dead letter. Failures of the database itself
 * are thrown.
 */
export async function applyBatch<E extends AnyEvent>(
  tables: Tables<E>,
  views: Reached<E>,
  batch: readonly EventEnvelope<E>[],
): Promise<Reached<E>> {
  try {
    return await write(tables, views, batch, (db) => changesOf(db, views, batch));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (views.size > 1) return applyToEach(tables, views, batch);
    const [first] = batch;
    if (batch.length === 1 && first)
      return write(tables, views, batch, () => Promise.resolve(refusalsOf(views, first, error)));
    const middle = Math.ceil(batch.length / 2);
    const halfway = await applyBatch(tables, views, batch.slice(0, middle));
    return applyBatch(tables, halfway, batch.slice(middle));
  }
}

async function applyToEach<E extends AnyEvent>(
  tables: Tables<E>,
  views: Reached<E>,
  batch: readonly EventEnvelope<E>[],
): Promise<Reached<E>> {
  const reached = new Map(views);
  for (const one of views)
    for (const [view, checkpoint] of await applyBatch(tables, new Map([one]), batch)) reached.set(view, checkpoint);
  return reached;
}

async function write<E extends AnyEvent>(
  tables: Tables<E>,
  views: Reached<E>,
  batch: readonly EventEnvelope<E>[],
  find: (db: Db) => Promise<Change<E>[]>,
): Promise<Reached<E>> {
  const upTo = batch.at(-1)?.position ?? 0;
  return tables.attempt(async (db) => {
    for (;;) {
      const changes = await find(db);
      if (await tables.write(db, changes, upTo))
        return new Map([...views, ...changes.map(({ view, checkpoint }) => [view, checkpoint] as const)]);
    }
  });
}

async function changesOf<E extends AnyEvent>(
  db: Db,
  views: Reached<E>,
  batch: readonly EventEnvelope<E>[],
): Promise<Change<E>[]> {
  const changes = [...views].map(([view, checkpoint]) =>
    changeOf(view, checkpoint, batch, (keys) => loadRows(db, view, keys)),
  );
  return (await Promise.all(changes)).filter((change) => change !== undefined);
}

/** Undefined if the view has stopped or already has the batch. */
export async function changeOf<E extends AnyEvent>(
  view: AnyView<E>,
  checkpoint: Checkpoint,
  batch: readonly EventEnvelope<E>[],
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): Promise<Change<E> | undefined> {
  const upTo = batch.at(-1)?.position ?? 0;
  if (checkpoint.state === 'stopped' || upTo <= checkpoint.position) return undefined;
  const fresh = batch.filter(({ position }) => position > checkpoint.position && !checkpoint.skipped?.has(position));
  const before = await load(keysOf(view, fresh));
  const folded = fold(view, before, fresh);
  return { view, ...folded, before, checkpoint: after(view, checkpoint, folded.poison[0]?.envelope, upTo) };
}

/** The effect of an event whose row the database refuses. */
function refusalsOf<E extends AnyEvent>(views: Reached<E>, envelope: EventEnvelope<E>, error: unknown): Change<E>[] {
  return [...views].map(([view, checkpoint]) => ({
    ...{ view, upserts: [], deletes: [], poison: [{ envelope, error }] },
    checkpoint: after(view, checkpoint, envelope, envelope.position),
  }));
}

function failuresOf<E extends AnyEvent>({ name, onPoison }: AnyView<E>, poison: readonly Poison<E>[]): Failure[] {
  const state = onPoison === 'stop' ? 'stopped' : 'passed over';
  return poison.map(({ envelope: { position, event }, error }) => ({
    ...{ follower: name, position, type: event.type, error, state },
  }));
}

/** The log has no gaps, so a view that stops stands just before the event. */
function after<E extends AnyEvent>(
  { onPoison }: AnyView<E>,
  checkpoint: Checkpoint,
  poison: EventEnvelope<E> | undefined,
  upTo: number,
): Checkpoint {
  return poison && onPoison === 'stop'
    ? { ...checkpoint, position: poison.position - 1, state: 'stopped' }
    : { ...checkpoint, position: upTo };
}

/** A lease of projecting, and whom to notify of the position that its views show; null for nobody. */
interface WritingLease extends FencingToken {
  channel: string | null;
  shown: number;
}

/**
 * One statement, and so one transaction if there is none. In the live tables the checkpoints are a part of it, and it
 * writes nothing, and returns false, if the lease has ended or tables were replaced.
 */
export async function writeChanges<E extends AnyEvent>(
  db: Db,
  changes: readonly Change<E>[],
  lease?: WritingLease,
): Promise<boolean> {
  const values: unknown[] = [];
  const given = (value: unknown) => `$${String(values.push(value))}`;
  // All parts depend on this one: it decides whether anything is written, and takes the first lock.
  const isCurrent = lease && `projector where epoch = ${given(lease.epoch)} and replaced = ${given(lease.replaced)}`;
  const parts = [`lease as materialized (select 1${isCurrent ? ` from ${isCurrent} for share` : ''})`];
  const part = (sql: string) => parts.push(`part_${String(parts.length)} as (${sql})`);

  for (const { view, before, upserts, deletes, poison } of changes) {
    const counts = before ? countChanges(view, before, { upserts, deletes }) : [];
    if (upserts.length > 0) part(upsertSql(view, given(JSON.stringify(upserts))));
    if (deletes.length > 0) part(deleteSql(view, given(deletes)));
    if (counts.length > 0) countsSql(view, given(JSON.stringify(counts))).forEach(part);
    if (poison.length > 0)
      part(deadLettersSql(given(deadLettersJson(failuresOf(view, poison))), 'exists (select from lease)'));
  }
  if (lease && changes.length > 0)
    part(checkpointsSql(given(checkpointsJson(changes.map((change) => change.checkpoint)))));
  const notice = lease?.channel ? `, pg_notify(${given(lease.channel)}, ${given(String(lease.shown))})` : '';

  const text = `with ${parts.join(',\n')}\nselect 1${notice} from lease`;
  const { rowCount } = await db.query({ name: statementName('write views', text), text, values });
  return rowCount === 1;
}

/** SQLSTATE classes 22 (data exception) and 23 (integrity constraint): the row's fault, not the database's. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/u.test(error.code);
}
