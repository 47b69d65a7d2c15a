import { id, moment, told } from '../published';

const ofItem = { itemId: id, deviceId: id };

/** What billing publishes on the EVENTS stream; no texts. */
export const publishedBillingEvents = {
  'billing-item-opened': told('A completed repair is to be billed', { ...ofItem, repairId: id, completedAt: moment }),
  'billing-item-sent': told('A completed repair was marked as sent', ofItem),
  'billing-item-returned-to-pending': told('A completed repair was marked as pending again', ofItem),
} as const;
