import { z } from 'zod';

/** What billing tells everyone on the EVENTS stream; no texts. Subject `repairline.billing.item.v1.<event>`. */
const ofItem = z.object({ itemId: z.string(), deviceId: z.string() });

export const publishedBillingEvents = {
  'billing-item-opened': ofItem.extend({ repairId: z.string(), completedAt: z.string() }),
  'billing-item-sent': ofItem,
  'billing-item-returned-to-pending': ofItem,
} as const;
