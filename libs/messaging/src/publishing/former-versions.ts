import { isDeepStrictEqual } from 'node:util';
import type { PublishedEventDefinition } from '@repairline/contracts/published/published-events';
import { openSchema } from '../documents/json-schema';

/** A version of an event that is no longer published; the stream keeps what it has of it. */
export interface Former {
  type: string;
  /** The type that the event has now. */
  newest: string;
  /** Fields that have the same schema in the newest version, and the same meaning. */
  shared: ReadonlySet<string>;
}

export type Formers = ReadonlyMap<string, Former>;

/** By former type. */
export function formersOf(definitions: readonly PublishedEventDefinition[]): Formers {
  const current = definitions.filter(({ version, newest }) => version === newest);
  const former = definitions.filter(({ version, newest }) => version < newest);
  return new Map(former.map((form) => [form.type, formerOf(form, current)]));
}

function formerOf(form: PublishedEventDefinition, current: readonly PublishedEventDefinition[]): Former {
  const { context, aggregate, name } = form;
  const now = current.find((one) => one.context === context && one.aggregate === aggregate && one.name === name);
  if (!now) throw new Error(`${form.type} has no newest version`);
  const [before, after] = [openSchema(form.data).properties ?? {}, openSchema(now.data).properties ?? {}];
  const shared = Object.keys(before).filter((field) => isDeepStrictEqual(before[field], after[field]));
  return { type: form.type, newest: now.type, shared: new Set(shared) };
}
