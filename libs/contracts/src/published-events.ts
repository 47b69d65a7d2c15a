import type { z } from 'zod';
import { publishedBillingEvents } from './billing/published';
import { publishedIdentityEvents } from './identity/published';
import { formerOf, versionOf } from './published';
import { publishedType } from './published-subjects';
import { publishedRepairsEvents } from './repairs/published';

export const publishedContexts = ['identity', 'repairs', 'billing'] as const;

export interface PublishedEventDefinition {
  context: string;
  aggregate: string;
  name: string;
  version: number;
  /** The version that is told; where it is higher, this one is no longer told, but the stream may hold it. */
  newest: number;
  /** Also the subject that it is published under. */
  type: string;
  what: string;
  data: z.ZodObject;
}

/** Everything that may stand on the EVENTS stream, in the order in which it is read; of an event the newest form first. */
export const publishedEvents: readonly PublishedEventDefinition[] = [
  ...eventsOf('repairs', 'device', publishedRepairsEvents),
  ...eventsOf('billing', 'item', publishedBillingEvents),
  ...eventsOf('identity', 'user', publishedIdentityEvents),
];

/** Each event in its newest form, and in those that were told before. */
export function eventsOf(
  context: string,
  aggregate: string,
  definitions: Record<string, z.ZodObject>,
): PublishedEventDefinition[] {
  return Object.entries(definitions).flatMap(([name, told]) =>
    formsOf(told).map((data) => {
      const version = versionOf(data);
      const type = publishedType(context, aggregate, version, name);
      const what = data.meta()?.description ?? '';
      return { context, aggregate, name, version, newest: versionOf(told), type, what, data };
    }),
  );
}

function formsOf(data: z.ZodObject): z.ZodObject[] {
  const former = formerOf(data);
  return former ? [data, ...formsOf(former)] : [data];
}
