import type { z } from 'zod';
import { billingEvents } from '../billing/events';
import type { StatusAfter } from '../event';
import { identityEvents } from '../identity/events';
import { formerOf, schemasOf, statusesOf, versionOf } from './published';
import { publishedType } from './published-subjects';
import { repairsEvents } from '../repairs/events';

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
  /** The status after it, or the field of its data that names the status; null if it changes none. */
  statusAfter: StatusAfter | null;
  data: z.ZodObject;
}

/** Everything that may be on the EVENTS stream, in the order documents list it; the newest form of an event first. */
export const publishedEvents: readonly PublishedEventDefinition[] = [
  ...eventsOf('repairs', 'device', schemasOf(repairsEvents), statusesOf(repairsEvents)),
  ...eventsOf('billing', 'item', schemasOf(billingEvents), statusesOf(billingEvents)),
  ...eventsOf('identity', 'user', schemasOf(identityEvents), statusesOf(identityEvents)),
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
