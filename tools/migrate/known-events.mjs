import { createRequire } from 'node:module';
import { SERVICES_WITH_LOG } from '../start/services.mjs';

/**
 * What this version reads and writes in the service's log, each as `RepairLogged version 1`; none for a service without
 * a log. Loads the built service, so build first.
 */
export function knownEvents(service) {
  if (!SERVICES_WITH_LOG.includes(service)) return [];
  const { [`${service}Registry`]: registry } = createRequire(import.meta.url)(`@repairline/${service}/event-registry`);
  return registry.all().map(({ type, version }) => `${type} version ${version}`);
}
