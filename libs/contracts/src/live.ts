import { z } from 'zod';
import { defineQuery } from './call';
import { device } from './repairs/views';

/** The logs whose changes browsers hear of. */
export const liveContexts = ['identity', 'repairs', 'billing', 'analytics'] as const;

/**
 * What a browser hears on `/ws`: that something it may be showing has changed. `context` and `at` (a position in that
 * context's log) let a browser that was away ask for what it missed.
 */
const place = { context: z.enum(liveContexts), at: z.number().int().nonnegative() };
const aboutDevice = { ...place, barcodeNumber: z.string() };

/** A device as lists show it. Its billing notes are another service's. */
export const liveDevice = device.omit({ billingNotes: true });
export type LiveDevice = z.infer<typeof liveDevice>;

export const liveChange = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('device_updated'),
    ...aboutDevice,
    /** The number that the device has now, where `barcodeNumber` is one that it had. */
    renumberedTo: z.string().optional(),
    /** The device as it is now, where few have changed at once: who shows it need not ask. */
    device: liveDevice.optional(),
  }),
  z.object({ type: z.literal('repair_log_created'), ...aboutDevice }),
  z.object({ type: z.literal('billing_notes_updated'), ...aboutDevice }),
  /** Opened, sent or pending again. */
  z.object({ type: z.literal('billing_updated'), ...place }),
  z.object({ type: z.literal('analytics_updated'), ...place }),
  z.object({
    type: z.literal('user_updated'),
    ...place,
    userId: z.string(),
    /** Among what has changed is the name, which other screens show too. */
    isRenamed: z.literal(true).optional(),
  }),
]);
export type LiveChange = z.infer<typeof liveChange>;

/** Sent once after the socket opens, and again when positions were passed over because the browser was away too long. */
export const liveHello = z.object({
  type: z.literal('hello'),
  /** Newest position per context that this socket has been told of. */
  positions: z.record(z.string(), z.number().int().nonnegative()),
  /** True when what was missed could not be listed: refetch everything shown. */
  refetch: z.boolean(),
});

/** First message of a browser that reconnects: the newest positions it knows. */
export const liveResume = z.object({
  type: z.literal('resume'),
  positions: z.record(z.string(), z.number().int().nonnegative()),
});

export const liveMessage = z.union([liveChange, liveHello]);
export type LiveMessage = z.infer<typeof liveMessage>;

/** A service's word to every gateway after its views have committed: all changes after `after`, up to `upTo`. */
export interface ChangeNotice {
  context: LiveChange['context'];
  after: number;
  upTo: number;
  changes: LiveChange[];
  /** Of something that is not in the context's log, such as a name that it shows: told as it comes, whatever the positions. */
  isAside?: true;
}

export const changeNoticeSubject = (context: string): string => `repairline.notices.${context}`;

/** Changes after a position, for a browser or gateway that was away. `complete` false: too many to list. */
export const ChangesSince = (context: LiveChange['context']) =>
  defineQuery(
    `repairline.${context}.query.changes-since`,
    z.object({ after: z.number().int().nonnegative() }),
    z.object({ changes: z.array(liveChange), upTo: z.number().int(), complete: z.boolean() }),
  );
