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
  /** The version that is published now. If it is higher than `version`, only the stream may hold this form. */
  newest: number;
  /** Also the subject it is published under. */
  type: string;
  what: string;
  data: z.ZodObject;
}

/** Everything that may be on the EVENTS stream, in the order documents list it; the newest form of an event first. */
export const publishedEvents: readonly PublishedEventDefinition[] = [
  ...eventsOf('repairs', 'device', publishedRepairsEvents),
  ...eventsOf('billing', 'item', publishedBillingEvents),
  ...eventsOf('identity', 'user', publishedIdentityEvents),
];

/** Each event in its newest form and in all former ones. */
export function eventsOf(
  context: string,
  aggregate: string,
  definitions: Record<string, z.ZodObject>,
): PublishedEventDefinition[] {
  return Object.entries(definitions).flatMap(([name, newest]) =>
    formsOf(newest).map((data) => {
      const version = versionOf(data);
      const type = publishedType(context, aggregate, version, name);
      const what = data.meta()?.description ?? '';
      return { context, aggregate, name, version, newest: versionOf(newest), type, what, data };
    }),
  );
}

function formsOf(data: z.ZodObject): z.ZodObject[] {
  const former = formerOf(data);
  return former ? [data, ...formsOf(former)] : [data];
}
