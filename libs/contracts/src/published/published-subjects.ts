import { z } from 'zod';

/** The JetStream stream of all published events. */
export const EVENTS_STREAM = 'EVENTS';
/** The API prefix under which a subscriber's account reaches JetStream. */
export const SUBSCRIBER_API = 'repairline.API';
/** How many events a subscriber gets without acknowledging any of them; the rest wait. */
export const MOST_UNACKNOWLEDGED = 500;
/** After this many seconds an event that was not acknowledged is delivered again. */
export const ACK_WAIT_SECONDS = 10;

/** `repairline.<context>.<aggregate>.v<version>.<event>` */
export function publishedType(context: string, aggregate: string, version: number, name: string): string {
  return `repairline.${context}.${aggregate}.v${version}.${name}`;
}

/** Subjects of all events of a context, or of all contexts, in every version. */
export function publishedSubjects(context = '*'): string {
  return `repairline.${context}.*.*.*`;
}

/** The context in a type of any version. */
export function contextOf(type: string): string | undefined {
  return type.split('.')[1];
}

/** The event's name in a type of any version. */
export function nameOf(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}

/** The type without its version. */
export function versionless(type: string): string {
  return type.replace(/\.v\d+\./u, '.');
}

/** Core NATS, immediately, to every gateway: these sign-ins have ended, close their sockets. */
export const signInsEndedSubject = 'repairline.identity.sign-ins-ended';
export const signInsEnded = z.object({
  userId: z.string(),
  /** null: all of the user's. */ tokenHash: z.string().nullable(),
});
export type SignInsEnded = z.infer<typeof signInsEnded>;
