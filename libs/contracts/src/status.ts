import { z } from 'zod';

const position = z.number().int().nonnegative();

/** A view's position and lag. `building` means that its version has no table yet. */
const viewStatus = z.object({
  name: z.string(),
  version: z.number().int(),
  state: z.enum(['live', 'stopped', 'building']),
  position,
  /** Age of the oldest event that the view does not show yet, in seconds; 0 if it shows all. */
  behindSeconds: z.number().nonnegative(),
  deadLetters: z.number().int().nonnegative(),
});
export type ViewStatus = z.infer<typeof viewStatus>;

/**
 * How far a log has been published: `position` is the last event looked at, `published` the last one that was public.
 */
const relayStatus = z.object({
  position,
  published: position,
  behindSeconds: z.number().nonnegative(),
  /** Events that cannot be published; the relay waits before the first. Former versions do not report them. */
  deadLetters: z.number().int().nonnegative().default(0),
});
export type RelayStatus = z.infer<typeof relayStatus>;

/** How far the published events of another context have been taken in. */
export const consumerStatus = z.object({
  name: z.string(),
  of: z.string(),
  position,
  /** Position of the event it cannot take in and waits before. */
  stopped: position.nullable(),
  deadLetters: z.number().int().nonnegative(),
});
export type ConsumerStatus = z.infer<typeof consumerStatus>;

/** Result of the last comparison of a service's views, published events and positions with its log. */
export const verification = z.object({
  at: z.iso.datetime(),
  compared: z.number().int().nonnegative(),
  differences: z.number().int().nonnegative(),
});
export type Verification = z.infer<typeof verification>;

/** A service's report on its own reading and publishing. Positions and counts only: nothing about people. */
export const logStatus = z.object({
  /** Position of the newest event; null for a service without a log. */
  head: position.nullable(),
  views: z.array(viewStatus),
  relay: relayStatus.nullable(),
  consumers: z.array(consumerStatus),
  verification: verification.nullable(),
});
export type LogStatus = z.infer<typeof logStatus>;

/** `answers`: it could be reached; `ready`: it reports itself fit to work. */
const serviceStatus = z.object({
  name: z.string(),
  answers: z.boolean(),
  ready: z.boolean(),
  /** Named as `/api/admin/status` has always shown it. */
  standing: logStatus.nullable(),
});
export type ServiceStatus = z.infer<typeof serviceStatus>;

/** The whole product as the gateway sees it at one moment; `bus`: the message bus is connected. */
export const systemStatus = z.object({ at: z.iso.datetime(), bus: z.boolean(), services: z.array(serviceStatus) });
export type SystemStatus = z.infer<typeof systemStatus>;
