import { z } from 'zod';
import { defineEvent, type EventOf } from '../event';

// Stored events of the billing log. A file format: add versions, never edit one that has been in use.
// What was typed is personal data and stored encrypted, by device.

const id = z.string();
const text = z.string().nullable();
const ofItem = { itemId: id, deviceId: id };

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
  { personal: ['issue', 'actions', 'comments'], subject: 'deviceId' },
);
const billingItemSent = defineEvent('BillingItemSent', 1, z.object(ofItem));
const billingItemReturnedToPending = defineEvent('BillingItemReturnedToPending', 1, z.object(ofItem));

// Streams `billing-device-<device id>`: what billing knows of a device. Earlier notes stay in the history.
const billingNotesWritten = defineEvent(
  'BillingNotesWritten',
  1,
  // The number at that time: billing first hears of a device here if notes are written before anything was completed.
  z.object({ deviceId: id, assetNumber: z.string(), notes: text }),
  { personal: ['notes'], subject: 'deviceId' },
);
const billedDeviceRenumbered = defineEvent(
  'BilledDeviceRenumbered',
  1,
  z.object({ deviceId: id, assetNumber: z.string() }),
);

/** Repairs has erased what was typed about the device; billing has erased its own key. Names the device's items. */
const billedDeviceErased = defineEvent('BilledDeviceErased', 1, z.object({ deviceId: id, itemIds: z.array(id) }));

export const billingEvents = [
  billingItemOpened,
  billingItemSent,
  billingItemReturnedToPending,
  billingNotesWritten,
  billedDeviceRenumbered,
  billedDeviceErased,
] as const;
export type BillingEvent = EventOf<(typeof billingEvents)[number]>;
