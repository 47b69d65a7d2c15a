import { createHash } from 'node:crypto';
import type { AnyEvent } from '@repairline/event-store/event-store';
import type { AnyView } from '../view';

/** A service's `kept-views.json`: by view name, its version and the hash of the table of that version. */
export type KeptViews = Readonly<Record<string, { version: number; table: string }>>;

/**
 * Checks views against the tables of their versions. A table that changes without its version is not rebuilt anywhere,
 * so an installation would write columns that its table lacks. `rowsOf` and `project` are not compared.
 * @returns one sentence per fault; none if all is well
 */
export function viewFaults<E extends AnyEvent>(views: readonly AnyView<E>[], kept: KeptViews): string[] {
  const names = new Set(views.map(({ name }) => name));
  const gone = Object.keys(kept).filter((name) => !names.has(name));
  return [
    ...views.flatMap((view) => faultOf(view, kept[view.name])),
    ...gone.map((name) => `${name} is kept and is no view any more: take it out of kept-views.json`),
  ];
}

function faultOf<E extends AnyEvent>(view: AnyView<E>, kept: KeptViews[string] | undefined): string[] {
  const { name, version } = view;
  const table = hashOf(view);
  if (kept && version < kept.version) return [`${name} was at version ${kept.version} before: raise it`];
  if (kept?.version === version) {
    return kept.table === table ? [] : [`${name} has another table than version ${version} had: raise its version`];
  }
  return [
    `${name} version ${version} is new: write "${name}": { "version": ${version}, "table": "${table}" } to kept-views.json`,
  ];
}

function hashOf<E extends AnyEvent>({ table, key, columns, countedBy = [], indexes }: AnyView<E>): string {
  const said = JSON.stringify([table, key, Object.entries(columns), countedBy, indexes]);
  return createHash('sha256').update(said).digest('hex').slice(0, 12);
}
