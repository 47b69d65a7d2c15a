import type { BillingEvent } from '@repairline/contracts/billing/events';
import { viewsOf } from '@repairline/projections/view';
import { billedDevices } from './billed-devices';
import { billingItems } from './billing-items';

export const billingViews = viewsOf<BillingEvent>(billingItems, billedDevices);
