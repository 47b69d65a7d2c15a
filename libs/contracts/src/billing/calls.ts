import { z } from 'zod';
import { defineCommand, defineQuery } from '../call';
import { searchText } from '../filters';
import { pageOf } from '../page';
import { billingFilters, billingMark, billingNotesBody } from './requests';
import { billingItem, billingSummary } from './views';

/** Marks as sent, or as pending again. Admin only. */
export const MarkBillingItem = defineCommand(
  'repairline.billing.command.mark-billing-item',
  billingMark.extend({ itemId: z.string() }),
  billingItem,
  {
    route: 'PATCH /api/admin/billing/:repairId',
    who: 'admin',
    area: 'Billing',
    does: 'Marks a completed repair as sent, or as pending again',
    body: billingMark,
    input: ({ path, body }) => ({ ...body, itemId: path.repairId }),
    refusals: ['billing_item_not_found'],
  },
);
/** By device id and number, which the gateway has looked up. Returns the notes as they are now. */
export const WriteBillingNotes = defineCommand(
  'repairline.billing.command.write-billing-notes',
  billingNotesBody.extend({ deviceId: z.string(), assetNumber: z.string() }),
  z.object({ billingNotes: z.string() }),
  'gateway',
);

export const ListBillingItems = defineQuery(
  'repairline.billing.query.list-billing-items',
  billingFilters,
  pageOf(billingItem),
  {
    route: 'GET /api/billing/completed',
    who: 'signed-in',
    area: 'Billing',
    does: 'Completed repairs, newest first',
    query: billingFilters,
    input: ({ query }) => query,
  },
);
const summaryFilter = z.object({ q: searchText });
export const BillingSummaryQuery = defineQuery(
  'repairline.billing.query.billing-summary',
  summaryFilter,
  billingSummary,
  {
    route: 'GET /api/billing/summary',
    who: 'signed-in',
    area: 'Billing',
    does: 'Counts of completed repairs',
    query: summaryFilter,
    input: ({ query }) => query,
  },
);
/**
 * What billing adds to the devices and logs shown: notes by device id, and which of the completed logs were sent.
 * Unknown ids are left out.
 */
export const BillingOf = defineQuery(
  'repairline.billing.query.billing-of',
  z.object({ deviceIds: z.array(z.string()).max(500).default([]), logIds: z.array(z.string()).max(500).default([]) }),
  z.object({ notes: z.record(z.string(), z.string()), sent: z.array(z.string()) }),
  'gateway',
);
/**
 * Answers as soon as the item of a completed log is shown, so that whoever completed a repair finds it when the list is
 * read next. `shown` is false if that takes longer than a second.
 */
export const AwaitBillingItem = defineQuery(
  'repairline.billing.query.await-billing-item',
  z.object({ itemId: z.string() }),
  z.object({ shown: z.boolean() }),
  'gateway',
);

/** Calls that are a route each, and addresses of routes written by hand, in the order of the API's document. */
export const billingRoutes = [
  'PATCH /api/devices/:barcode/billing-notes',
  ListBillingItems,
  BillingSummaryQuery,
  'GET /api/billing/export',
  MarkBillingItem,
] as const;
