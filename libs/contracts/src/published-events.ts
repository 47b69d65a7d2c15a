import type { z } from 'zod';
import { publishedBillingEvents } from './billing/published';
import { publishedIdentityEvents } from './identity/published';
import { versionOf } from './published';
import { publishedRepairsEvents } from './repairs/published';

export const publishedContexts = ['identity', 'repairs', 'billing'] as const;

export interface PublishedEventDefinition {
  context: (typeof publishedContexts)[number];
  aggregate: string;
  name: string;
  version: number;
  /** Also the subject that it is published under. */
  type: string;
  what: string;
  data: z.ZodObject;
}

/** Everything that is told on the EVENTS stream, in the order in which it is read. */
export const publishedEvents: readonly PublishedEventDefinition[] = [
  ...eventsOf('repairs', 'device', publishedRepairsEvents),
  ...eventsOf('billing', 'item', publishedBillingEvents),
  ...eventsOf('identity', 'user', publishedIdentityEvents),
];

/** `repairline.<context>.<aggregate>.v<version>.<event>` */
export function publishedType(context: string, aggregate: string, version: number, name: string): string {
  return `repairline.${context}.${aggregate}.v${version}.${name}`;
}

function eventsOf(
  context: PublishedEventDefinition['context'],
  aggregate: string,
  definitions: Record<string, z.ZodObject>,
): PublishedEventDefinition[] {
  return Object.entries(definitions).map(([name, data]) => {
    const version = versionOf(data);
    const type = publishedType(context, aggregate, version, name);
    return { context, aggregate, name, version, type, what: data.meta()?.description ?? '', data };
  });
}
