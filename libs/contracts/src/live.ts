import { z } from 'zod';
import { defineQuery } from './call';
import { device } from './repairs/views';

/** The contexts whose changes browsers are told of. */
export const liveContexts = ['identity', 'repairs', 'billing', 'analytics'] as const;

/**
 * What a browser receives on `/ws`: something it may be showing has changed. `context` and `at` (a position in that
 * context's log) let a browser that was away ask for what it missed.
 */
const place = { context: z.enum(liveContexts), at: z.number().int().nonnegative() };
const aboutDevice = { ...place, barcodeNumber: z.string() };

/** A device as lists show it, without its billing notes, which belong to another service. */
const liveDevice = device.omit({ billingNotes: true });
export type LiveDevice = z.infer<typeof liveDevice>;

const liveChange = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('device_updated'),
    ...aboutDevice,
    /** The device's current number, if `barcodeNumber` is a former one. */
    renumberedTo: z.string().optional(),
    /** The current device, if only a few have changed at once: a screen that shows it need not fetch it. */
    device: liveDevice.optional(),
  }),
  z.object({ type: z.literal('repair_log_created'), ...aboutDevice }),
  z.object({ type: z.literal('billing_notes_updated'), ...aboutDevice }),
  /** An item was opened, sent or returned to pending. */
  z.object({ type: z.literal('billing_updated'), ...place }),
  z.object({ type: z.literal('analytics_updated'), ...place }),
  z.object({
    type: z.literal('user_updated'),
    ...place,
    userId: z.string(),
    /** The name is among the changes; other screens show it, too. */
    isRenamed: z.literal(true).optional(),
  }),
]);
export type LiveChange = z.infer<typeof liveChange>;

/** Sent once after the socket opens, and again when positions were skipped because the browser was away too long. */
const liveHello = z.object({
  type: z.literal('hello'),
  /** The newest position per context that this socket has been sent. */
  positions: z.record(z.string(), z.number().int().nonnegative()),
  /** True when what was missed could not be listed: refetch everything shown. */
  refetch: z.boolean(),
});

/** The first message of a browser that reconnects: the newest positions it knows. */
export const liveResume = z.object({
  type: z.literal('resume'),
  positions: z.record(z.string(), z.number().int().nonnegative()),
});

/** A change of devices that says nothing else, as the specification has it: `unplaced`, since it has no position. */
const unplacedChange = z
  .object({ type: z.enum(['device_updated', 'repair_log_created', 'billing_notes_updated']) })
  .transform(() => ({ type: 'unplaced' as const }));

export const liveMessage = z.union([liveChange, liveHello, unplacedChange]);
export type LiveMessage = z.infer<typeof liveMessage>;

/** A service's notice to every gateway after its views have committed: all changes after `after`, up to `upTo`. */
export interface ChangeNotice {
  context: LiveChange['context'];
  after: number;
  upTo: number;
  changes: LiveChange[];
  /** Concerns something outside the context's log, such as a name it shows; passed on regardless of positions. */
  isAside?: true;
}

export const changeNoticeSubject = (context: string): string => `repairline.notices.${context}`;

/**
 * Changes after a position, for a browser or gateway that was away. `complete` is false if there are too many to list.
 */
export const ChangesSince = (context: LiveChange['context']) =>
  defineQuery(
    `repairline.${context}.query.changes-since`,
    z.object({ after: z.number().int().nonnegative() }),
    z.object({ changes: z.array(liveChange), upTo: z.number().int(), complete: z.boolean() }),
    'gateway',
  );
