import { z } from 'zod';
import { defineEvent, type EventOf } from '../event';
import { definePublishedEvent, id as publishedId, moment, schemasOf } from '../published/published';

// Stored events of the billing log. A file format: add versions, never edit one that has been in use.
// What was typed is personal data and stored encrypted, by device.

const id = z.string();
const text = z.string().nullable();
const ofItem = { itemId: id, deviceId: id };
const ofPublishedItem = { itemId: publishedId, deviceId: publishedId };

// Streams `billing-item-<id of the completed log>`.
const billingItemOpened = defineEvent(
  'BillingItemOpened',
  1,
  z.object({
    ...ofItem,
    repairId: id,
    assetNumber: z.string(),
    completedAt: z.string(),
    technicianId: id.nullable(),
    issue: text,
    actions: text,
    comments: text,
  }),
  {
    ...{ personal: ['issue', 'actions', 'comments'], subject: 'deviceId' },
    published: {
      name: 'billing-item-opened',
      data: definePublishedEvent('A completed repair is to be billed', {
        ...ofPublishedItem,
        repairId: publishedId,
        completedAt: moment,
      }),
      statusAfter: 'pending',
    },
  },
);
const billingItemSent = defineEvent('BillingItemSent', 1, z.object(ofItem), {
  published: {
    name: 'billing-item-sent',
    data: definePublishedEvent('A completed repair was marked as sent', ofPublishedItem),
    statusAfter: 'sent',
  },
});
const billingItemReturnedToPending = defineEvent('BillingItemReturnedToPending', 1, z.object(ofItem), {
  published: {
    name: 'billing-item-returned-to-pending',
    data: definePublishedEvent('A completed repair was marked as pending again', ofPublishedItem),
    statusAfter: 'pending',
  },
});

// Streams `billing-device-<device id>`: what billing knows of a device. Earlier notes stay in the history.
const billingNotesWritten = defineEvent(
  'BillingNotesWritten',
  1,
  // The number at that time: billing first hears of a device here if notes are written before anything was completed.
  z.object({ deviceId: id, assetNumber: z.string(), notes: text }),
  { personal: ['notes'], subject: 'deviceId', published: { inside: 'notes are for staff' } },
);
const billedDeviceRenumbered = defineEvent(
  'BilledDeviceRenumbered',
  1,
  z.object({ deviceId: id, assetNumber: z.string() }),
  { published: { inside: 'repairs publishes it' } },
);

/** Repairs has erased what was typed about the device; billing has erased its own key. Names the device's items. */
const billedDeviceErased = defineEvent('BilledDeviceErased', 1, z.object({ deviceId: id, itemIds: z.array(id) }), {
  published: { inside: 'repairs publishes it' },
});

export const billingEvents = [
  billingItemOpened,
  billingItemSent,
  billingItemReturnedToPending,
  billingNotesWritten,
  billedDeviceRenumbered,
  billedDeviceErased,
] as const;
export type BillingEvent = EventOf<(typeof billingEvents)[number]>;

/** What billing publishes on the EVENTS stream; no texts. */
export const publishedBillingEvents = schemasOf(billingEvents);
