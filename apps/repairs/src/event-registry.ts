import { repairsEvents } from '@repairline/contracts/repairs/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import { publishingOf } from '@repairline/messaging/cloud-event';

/** Service, tools and specs all read this log through it; old versions and their upcasters are registered here only. */
export const repairsRegistry = createEventRegistry(repairsEvents);

/** What leaves the service. */
export const publish = publishingOf('device', repairsEvents);
