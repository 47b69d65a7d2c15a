import type { EventDefinition } from '@repairline/contracts/event';
import type { Publishing } from '../cloud-event';
import { inEnvelope, telltales, type Sample } from './canary';

interface Published {
  /** All that the service stores, with a sample of each. */
  events: readonly EventDefinition[];
  samples: readonly Sample[];
  publish: Publishing;
  /** The schemas of what leaves the service, by name. */
  schemas: Readonly<Record<string, unknown>>;
}

/** What holds for the published events of every service. */
export function describePublishing({ events, samples, publish, schemas }: Published): void {
  const published = samples.flatMap((event) => publish(inEnvelope(event)) ?? []);

  test('published events contain nothing that was typed', () => {
    expect(telltales(events, samples, publish)).toEqual([]);
    const typed = new Set(events.flatMap(({ personal }) => [...personal] as string[]));
    expect(typed.size).toBeGreaterThan(0);
    const told = published.flatMap(({ data }) => Object.keys(data));
    expect(told.filter((field) => typed.has(field))).toEqual([]);
  });

  test('every published event has a schema, and every schema an event', () => {
    expect(new Set(published.map(({ event }) => event))).toEqual(new Set(Object.keys(schemas)));
  });
}
