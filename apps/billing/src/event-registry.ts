import { billingEvents } from '@repairline/contracts/billing/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import { publishingOf } from '@repairline/messaging/cloud-event';

/** Service, tools and specs all read this log through it; old versions and their upcasters are registered here only. */
export const billingRegistry = createEventRegistry(billingEvents);

/** What leaves the service. */
export const publish = publishingOf('item', billingEvents);
