import { z } from 'zod';

const position = z.number().int().nonnegative();

/** Where a view is against its log's head. `building` has no table of its version yet. */
export const viewStanding = z.object({
  name: z.string(),
  version: z.number().int(),
  state: z.enum(['live', 'stopped', 'building']),
  position,
  /** Age of the oldest event that the view does not show yet; 0 when it shows all. */
  behindSeconds: z.number().nonnegative(),
  deadLetters: z.number().int().nonnegative(),
});
export type ViewStanding = z.infer<typeof viewStanding>;

/** How far a log has been published: `position` looked at, `published` the last event that was for the public. */
export const relayStanding = z.object({
  position,
  published: position,
  behindSeconds: z.number().nonnegative(),
  /** Events that cannot be published; the relay waits before the first. A service of a former version tells none. */
  deadLetters: z.number().int().nonnegative().default(0),
});
export type RelayStanding = z.infer<typeof relayStanding>;

/** How far the published events of another context have been taken in. */
export const consumerStanding = z.object({
  name: z.string(),
  of: z.string(),
  position,
  /** Of the event it waits before, which it cannot take in. */
  stopped: position.nullable(),
  deadLetters: z.number().int().nonnegative(),
});
export type ConsumerStanding = z.infer<typeof consumerStanding>;

/** What the last comparison of a service's views, published events and positions with its log has found. */
export const verification = z.object({
  at: z.iso.datetime(),
  compared: z.number().int().nonnegative(),
  differences: z.number().int().nonnegative(),
});
export type Verification = z.infer<typeof verification>;

/** What a service says of its own reading and publishing. Positions and counts only: nothing about anybody. */
export const serviceStanding = z.object({
  /** Position of the newest event; null for a service without a log. */
  head: position.nullable(),
  views: z.array(viewStanding),
  relay: relayStanding.nullable(),
  consumers: z.array(consumerStanding),
  verification: verification.nullable(),
});
export type ServiceStanding = z.infer<typeof serviceStanding>;

/** `answers`: it was reached; `ready`: it says of itself that it is fit to work. */
export const serviceStatus = z.object({
  name: z.string(),
  answers: z.boolean(),
  ready: z.boolean(),
  standing: serviceStanding.nullable(),
});
export type ServiceStatus = z.infer<typeof serviceStatus>;

/** The whole product as its door sees it at a moment; `bus`: the message bus is connected. */
export const systemStatus = z.object({ at: z.iso.datetime(), bus: z.boolean(), services: z.array(serviceStatus) });
export type SystemStatus = z.infer<typeof systemStatus>;
