import { identityEvents } from '@repairline/contracts/identity/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import { publishingOf } from '@repairline/messaging/cloud-event';

/** Service, tools and specs all read this log through it; old versions and their upcasters are registered here only. */
export const identityRegistry = createEventRegistry(identityEvents);

/** What leaves the service. */
export const publish = publishingOf('user', identityEvents);
