import type { EventEnvelope } from '@repairline/contracts/event';
import type { OnPoison } from '@repairline/event-store/dead-letters';
import type { AnyEvent } from '@repairline/event-store/event-store';

/** What a column of a read model may hold. Timestamps are ISO 8601 strings, in and out. */
export type Cell = string | number | boolean | null | Cell[] | { [key: string]: Cell };

/**
 * A read model: one table whose rows are a pure function of the log. Rows are found by one key column, folded in memory
 * one batch at a time, and written with the checkpoint in one transaction.
 */
export interface View<Row extends object, Event extends AnyEvent> {
  /** The question it answers, e.g. `device-list`. */
  name: string;
  /**
   * Raised whenever `columns`, `countedBy`, `indexes`, `rowsOf` or `project` change; the new version is then built
   * beside the old one.
   */
  version: number;
  table: string;
  key: keyof Row & string;
  /** SQL type and constraints of each column; the key column becomes the primary key. */
  columns: Record<keyof Row & string, string>;
  /**
   * Columns, never null, by which the rows are counted, so that no statement has to count the total of a long list
   * (`row-counts.ts`).
   */
  countedBy?: readonly (keyof Row & string)[];
  /** `create index …` statements, without a schema. */
  indexes: readonly string[];
  /** Keys of the rows an event changes; empty for an event that does not concern the view. */
  rowsOf(event: Event): readonly string[];
  /** The row after the event; undefined for no row. The parameter `row` is undefined if there is none yet. Pure. */
  project(row: Row | undefined, envelope: EventEnvelope<Event>, key: string): Row | undefined;
  onPoison: OnPoison;
}

/** A view with its row type erased, as the runner handles it. */
export type AnyView<Event extends AnyEvent> = View<Record<string, Cell>, Event>;

export function defineView<Row extends object, Event extends AnyEvent>(view: View<Row, Event>): View<Row, Event> {
  return view;
}

/** A view of any row type, before that is erased. */
type ViewOfSomeRows<Event extends AnyEvent> = Omit<View<never, Event>, 'key' | 'columns' | 'countedBy' | 'project'> & {
  key: string;
  countedBy?: readonly string[];
  columns: Record<string, string>;
  project(row: undefined, envelope: EventEnvelope<Event>, key: string): object | undefined;
};

/** Puts views of different rows in one list. Sound because the runner only ever hands a view's own rows back to it. */
export function viewsOf<Event extends AnyEvent>(...views: readonly ViewOfSomeRows<Event>[]): AnyView<Event>[] {
  return views as unknown as AnyView<Event>[];
}
