import { repairsEvents } from '@repairline/contracts/repairs/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';

/** Service, tools and specs all read this log by it: old versions and their upcasters are handed over here, once. */
export const repairsRegistry = createEventRegistry(repairsEvents);
