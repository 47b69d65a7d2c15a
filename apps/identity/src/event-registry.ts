import { identityEvents } from '@repairline/contracts/identity/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';

/** Service, tools and specs all read this log through it; old versions and their upcasters are registered here only. */
export const identityRegistry = createEventRegistry(identityEvents);
