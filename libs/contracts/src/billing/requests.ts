import { z } from 'zod';
import { expecting } from '../changed-meanwhile';
import { momentFilter, personFilter, searchText, yesOrNo } from '../filters';
import { page } from '../page';
import { LIMITS, paragraph } from '../texts/text';
import { billingItem } from './views';

/** `PATCH /api/admin/billing/{repairId}` */
export const billingMark = z.object({ billingSent: z.boolean('billingSent must be true or false') });
/** `PATCH /api/devices/{barcode}/billing-notes`; absent or null empties them. */
export const billingNotes = z.object({ billingNotes: paragraph('Billing Notes', LIMITS.remarks).nullish() });
export const billingNotesBody = expecting(billingNotes, billingItem.shape.device.pick({ billingNotes: true }));

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
