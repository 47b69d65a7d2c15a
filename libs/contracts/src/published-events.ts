import type { z } from 'zod';
import { billingStatusAfter, publishedBillingEvents } from './billing/published';
import { publishedIdentityEvents, userStatusAfter } from './identity/published';
import { formerOf, versionOf } from './published';
import { publishedType } from './published-subjects';
import { deviceStatusAfter, publishedRepairsEvents } from './repairs/published';

export const publishedContexts = ['identity', 'repairs', 'billing'] as const;

type StatusAfter = string | { in: string };

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
  /** The status after it, or the field of its data that names the status; null if it changes none. */
  statusAfter: StatusAfter | null;
  data: z.ZodObject;
}

/** Everything that may be on the EVENTS stream, in the order documents list it; the newest form of an event first. */
export const publishedEvents: readonly PublishedEventDefinition[] = [
  ...eventsOf('repairs', 'device', publishedRepairsEvents, deviceStatusAfter),
  ...eventsOf('billing', 'item', publishedBillingEvents, billingStatusAfter),
  ...eventsOf('identity', 'user', publishedIdentityEvents, userStatusAfter),
];

/** Each event in its newest form and in all former ones. */
export function eventsOf(
  context: string,
  aggregate: string,
  definitions: Record<string, z.ZodObject>,
  statuses: Record<string, StatusAfter | undefined> = {},
): PublishedEventDefinition[] {
  return Object.entries(definitions).flatMap(([name, newest]) =>
    formsOf(newest).map((data) => {
      const version = versionOf(data);
      const type = publishedType(context, aggregate, version, name);
      const what = data.meta()?.description ?? '';
      const statusAfter = statuses[name] ?? null;
      return { context, aggregate, name, version, newest: versionOf(newest), type, what, statusAfter, data };
    }),
  );
}

function formsOf(data: z.ZodObject): z.ZodObject[] {
  const former = formerOf(data);
  return former ? [data, ...formsOf(former)] : [data];
}
