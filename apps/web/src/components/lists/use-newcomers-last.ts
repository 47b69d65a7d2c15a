import { useState } from 'react';

/** The rows seen since the pointer came over the list, first those that were there. */
interface Held {
  search?: string;
  ids: ReadonlySet<string>;
}

/**
 * While the pointer is over a list, lists rows that are new after all others, in the order in which they came: in their
 * own place they would move the others, and a click meant for one row would hit the next. `search` names what the rows
 * answer; other rows are a new list.
 */
export function useNewcomersLast<Row extends { id: string }>(rows: Row[] | undefined, search?: string) {
  const [held, setHeld] = useState<Held>();
  const known = held?.search === search ? held?.ids : undefined;
  const hold = () => setHeld({ search, ids: new Set([...(known ?? []), ...(rows ?? []).map(({ id }) => id)]) });
  if (held && (!known || rows?.some(({ id }) => !known.has(id)))) hold();
  return {
    rows: rows && known ? inOrder(rows, known) : rows,
    pointer: { onPointerEnter: hold, onPointerLeave: () => setHeld(undefined) },
  };
}

function inOrder<Row extends { id: string }>(rows: Row[], ids: ReadonlySet<string>): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}
