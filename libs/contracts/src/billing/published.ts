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

/** Where the billing of a completed repair stands after an event. */
export const billingStatusAfter: Record<keyof typeof publishedBillingEvents, 'pending' | 'sent'> = {
  'billing-item-opened': 'pending',
  'billing-item-sent': 'sent',
  'billing-item-returned-to-pending': 'pending',
};
