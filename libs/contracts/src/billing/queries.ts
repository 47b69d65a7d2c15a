import { z } from 'zod';
import { defineQuery } from '../call';
import { momentFilter, personFilter, searchText, yesOrNo } from '../filters';
import { page, pageOf } from '../page';
import { billingItem, billingSummary } from './views';

/** `GET /api/billing/completed`, newest first. `q` searches asset number, technician, issue and work performed. */
export const billingFilters = z.object({
  q: searchText,
  sent: yesOrNo('sent'),
  technician: personFilter('Technician'),
  from: momentFilter('from'),
  to: momentFilter('to'),
  ...page,
});
export type BillingFilters = z.input<typeof billingFilters>;

export const ListBillingItems = defineQuery(
  'repairline.billing.query.list-billing-items',
  billingFilters,
  pageOf(billingItem),
);
/** `GET /api/billing/summary?q` */
export const BillingSummaryQuery = defineQuery(
  'repairline.billing.query.billing-summary',
  z.object({ q: searchText }),
  billingSummary,
);
/**
 * What billing adds to the devices and logs shown: notes by device id, and which of the completed logs were sent.
 * Unknown ids are left out.
 */
export const BillingOf = defineQuery(
  'repairline.billing.query.billing-of',
  z.object({ deviceIds: z.array(z.string()).max(500).default([]), logIds: z.array(z.string()).max(500).default([]) }),
  z.object({ notes: z.record(z.string(), z.string()), sent: z.array(z.string()) }),
);
/**
 * Answers as soon as the item of a completed log is shown, so that whoever completed a repair finds it when the list is
 * read next. `shown` is false if that takes longer than a second.
 */
export const AwaitBillingItem = defineQuery(
  'repairline.billing.query.await-billing-item',
  z.object({ itemId: z.string() }),
  z.object({ shown: z.boolean() }),
);
