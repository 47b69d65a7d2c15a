import { billingEvents } from '@repairline/contracts/billing/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';

/** Service, tools and specs all read this log through it; old versions and their upcasters are registered here only. */
export const billingRegistry = createEventRegistry(billingEvents);
