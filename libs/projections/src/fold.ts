import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { requireReadable } from '@repairline/event-store/unreadable-event';
import type { AnyView, Cell } from './view';

export type Row = Record<string, Cell>;

export interface Poison<Event extends AnyEvent> {
  envelope: EventEnvelope<Event>;
  error: unknown;
}

export interface Folded<Event extends AnyEvent> {
  /** Rows to write; `deletes` are the keys of rows to delete. */
  upserts: Row[];
  deletes: string[];
  /** Events that could not be projected; at most one, the last looked at, for a view that stops. */
  poison: Poison<Event>[];
}

/** Keys of all rows that a batch may change. If `rowsOf` throws, the event is ignored here; `fold` catches it again. */
export function keysOf<Event extends AnyEvent>(view: AnyView<Event>, batch: readonly EventEnvelope<Event>[]): string[] {
  const keys = new Set<string>();
  for (const envelope of batch) {
    try {
      for (const key of rowsOf(view, envelope)) keys.add(key);
    } catch {
      continue;
    }
  }
  return [...keys];
}

/** @throws if an event cannot be read, or lacks what a key is made of */
function rowsOf<Event extends AnyEvent>(view: AnyView<Event>, envelope: EventEnvelope<Event>): readonly string[] {
  requireReadable(envelope);
  const keys = view.rowsOf(envelope.event);
  for (const key of keys as readonly unknown[])
    if (typeof key !== 'string') throw new TypeError(`The event has no key for ${view.name}`);
  return keys;
}

/** Applies a batch to the rows as they were before it. Pure: writes nothing. */
export function fold<Event extends AnyEvent>(
  view: AnyView<Event>,
  before: ReadonlyMap<string, Row>,
  batch: readonly EventEnvelope<Event>[],
): Folded<Event> {
  const changed = new Map<string, Row | undefined>();
  const folded: Folded<Event> = { upserts: [], deletes: [], poison: [] };
  for (const envelope of batch) {
    try {
      // All rows of an event or none: a failure must not leave half of its effect.
      const next = rowsOf(view, envelope).map((key) => {
        const row = changed.has(key) ? changed.get(key) : before.get(key);
        return [key, view.project(row, envelope, key)] as const;
      });
      for (const [key, row] of next) changed.set(key, row);
    } catch (error) {
      folded.poison.push({ envelope, error });
      if (view.onPoison === 'stop') break;
    }
  }
  for (const [key, row] of changed) {
    if (row) folded.upserts.push(row);
    else if (before.has(key)) folded.deletes.push(key);
  }
  return folded;
}
