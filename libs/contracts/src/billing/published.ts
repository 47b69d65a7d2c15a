import { definePublishedEvent, id, moment } from '../published';

const ofItem = { itemId: id, deviceId: id };

/** What billing publishes on the EVENTS stream; no texts. */
export const publishedBillingEvents = {
  'billing-item-opened': definePublishedEvent('A completed repair is to be billed', {
    ...ofItem,
    repairId: id,
    completedAt: moment,
  }),
  'billing-item-sent': definePublishedEvent('A completed repair was marked as sent', ofItem),
  'billing-item-returned-to-pending': definePublishedEvent('A completed repair was marked as pending again', ofItem),
} as const;
