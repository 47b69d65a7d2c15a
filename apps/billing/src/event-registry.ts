import { billingEvents } from '@repairline/contracts/billing/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';

/** Service, tools and specs all read this log by it: old versions and their upcasters are handed over here, once. */
export const billingRegistry = createEventRegistry(billingEvents);
