import type { EventDefinition, EventOf } from '@repairline/contracts/event';
import type { AnyEvent } from './event-store';

/** A pure step from one stored version of an event type to the next. */
export interface Upcaster {
  type: string;
  /** The version it reads; it writes the next one. */
  from: number;
  upcast(data: Record<string, unknown>): Record<string, unknown>;
}

/** Every version of every event type that a log may hold. */
export interface EventRegistry<E extends AnyEvent> {
  /** The version that is written today. @throws for a type that is not registered */
  newest(type: E['type']): EventDefinition;
  /** The definition an event was stored under. @throws for a type or version that this program does not know */
  stored(type: string, version: number): EventDefinition;
  /** Brings the data of a stored version to the newest version. */
  upcast(type: string, version: number, data: Record<string, unknown>): E;
  /** All definitions, old versions included. */
  all(): EventDefinition[];
}

export interface FormerVersions {
  definitions: readonly EventDefinition[];
  upcasters: readonly Upcaster[];
}

/**
 * @param newest the definitions that are written today, one per type
 * @param former what was written before: old definitions, and for each the step to its next version
 * @throws if a type or version is defined twice, or an old version has no path to the newest
 */
export function createEventRegistry<const D extends readonly EventDefinition[]>(
  newest: D,
  former: FormerVersions = { definitions: [], upcasters: [] },
): EventRegistry<EventOf<D[number]>> {
  const written = new Map(newest.map((definition) => [definition.type, definition]));
  const known = new Map([...former.definitions, ...newest].map((definition) => [keyOf(definition), definition]));
  if (written.size < newest.length || known.size < newest.length + former.definitions.length) {
    throw new Error('An event type or version is defined twice');
  }
  const steps = new Map(former.upcasters.map((upcaster) => [`${upcaster.type}@${upcaster.from}`, upcaster]));
  for (const definition of former.definitions) {
    const target = written.get(definition.type)?.version ?? 0;
    for (let version = definition.version; version < target; version += 1) {
      if (!steps.has(`${definition.type}@${version}`)) throw missingStep(definition.type, version);
    }
    if (definition.version > target) throw new Error(`${keyOf(definition)} is newer than what is written`);
  }

  return {
    newest: (type) => written.get(type) ?? unknownEvent(type),
    stored(type, version) {
      const today = written.get(type);
      if (today?.version === version) return today;
      return known.get(`${type}@${version}`) ?? unknownEvent(`${type} version ${version}`);
    },
    upcast(type, version, data) {
      const target = written.get(type) ?? unknownEvent(type);
      // The log's own union: what was written under a definition reads back as that definition's event.
      return { type, data: upcastToNewest(steps, type, version, target.version, data) } as unknown as EventOf<
        D[number]
      >;
    },
    all: () => [...known.values()],
  };
}

function keyOf({ type, version }: EventDefinition): string {
  return `${type}@${version}`;
}

function unknownEvent(name: string): never {
  throw new Error(`The log holds or was given an event this program does not know: ${name}`);
}

function missingStep(type: string, version: number): Error {
  return new Error(`No upcaster leads from ${type} version ${version} to the next`);
}

/** @param steps upcasters by `type@from` */
function upcastToNewest(
  steps: ReadonlyMap<string, Upcaster>,
  type: string,
  version: number,
  newest: number,
  data: Record<string, unknown>,
): Record<string, unknown> {
  let current = data;
  for (let from = version; from < newest; from += 1) {
    const step = steps.get(`${type}@${from}`);
    if (!step) throw new Error(`No upcaster leads from ${type} version ${from} to the next`);
    current = step.upcast(current);
  }
  return current;
}
