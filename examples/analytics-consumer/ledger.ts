import { DatabaseSync } from 'node:sqlite';

/** The part of docs/events that this program counts; it ignores other events and fields. */
export interface RepairsEvent {
  type: string;
  source: string;
  position: string;
  predecessor: string;
  data: { deviceId: string; model?: string; school?: string };
}

export interface Count {
  model: string;
  school: string;
  repairs: number;
}

/**
 * Counts and positions in one SQLite file. Both change in one transaction, so each event counts once. A second copy of
 * the program waits for its turn to write.
 */
export class Ledger {
  private readonly db: DatabaseSync;
  private readonly from: number;

  /** Repairs completed up to position `from` do not count. It has no effect on an existing ledger. */
  constructor(file: string, from: number) {
    this.db = new DatabaseSync(file);
    this.db.exec(`
      pragma busy_timeout = 5000;
      create table if not exists positions (source text primary key, position integer not null);
      create table if not exists devices (id text primary key, model text not null, school text not null);
      create table if not exists counts (model text, school text, repairs integer not null, primary key (model, school));
      create table if not exists begun (one integer primary key check (one = 1), after integer not null);
    `);
    this.db
      .prepare('insert into begun values (1, iif(exists (select 1 from positions), 0, ?)) on conflict do nothing')
      .run(from);
    this.from = Number(this.db.prepare('select after from begun').get()?.after);
  }

  position(source: string): number | undefined {
    const row = this.db.prepare('select position from positions where source = ?').get(source);
    return row && Number(row.position);
  }

  /** Takes events in the given order: all or, if this throws, none. Skips what another copy has counted meanwhile. */
  take(events: readonly RepairsEvent[]): void {
    this.db.exec('begin immediate');
    try {
      for (const event of events) this.count(event);
      this.db.exec('commit');
    } catch (error) {
      this.db.exec('rollback');
      throw error;
    }
  }

  counts(): Count[] {
    const rows = this.db.prepare('select model, school, repairs from counts order by model, school').all();
    return rows.map((row) => ({
      model: String(row.model),
      school: String(row.school),
      repairs: Number(row.repairs),
    }));
  }

  close(): void {
    this.db.close();
  }

  /** A repair counts for the model and school its device had at completion; an event may give the model as ''. */
  private count({ type, source, position, data }: RepairsEvent): void {
    if (Number(position) <= (this.position(source) ?? 0)) return;
    const { deviceId, model, school } = data;
    if (model !== undefined || school !== undefined) {
      this.db
        .prepare(
          `insert into devices values (?1, coalesce(?2, 'unknown'), coalesce(?3, 'unknown'))
           on conflict do update set model = coalesce(?2, model), school = coalesce(?3, school)`,
        )
        .run(deviceId, noted(model), noted(school));
    }
    if (type.endsWith('.repair-completed') && Number(position) > this.from) {
      this.db
        .prepare(
          `insert into counts
           select coalesce(max(model), 'unknown'), coalesce(max(school), 'unknown'), 1 from devices where id = ?
           on conflict do update set repairs = repairs + 1`,
        )
        .run(deviceId);
    }
    this.db
      .prepare('insert into positions values (?1, ?2) on conflict do update set position = ?2')
      .run(source, Number(position));
  }
}

/** Null if the event does not have the field, which changes nothing. */
function noted(told: string | undefined): string | null {
  return told === undefined ? null : told || 'unknown';
}
