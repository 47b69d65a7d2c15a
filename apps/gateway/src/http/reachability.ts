import type { CallClient } from '@repairline/messaging/calls/call-client';
import { ReportHealth } from '@repairline/messaging/calls/health-call';
import { systemContext } from '@repairline/messaging/context';
import { remembered, type HealthCheck } from '@repairline/service-kit/monitoring/health';

const PATIENCE_MS = 1_000;
const FRESH_MS = 1_000;
export const services = ['identity', 'repairs', 'billing', 'analytics'] as const;

/** Whether each service answers and reports itself healthy, with its dead letters. Health is open to all. */
export function reachability(calls: CallClient): [string, () => Promise<HealthCheck>][] {
  return services.map((service) => [
    service,
    remembered(async () => {
      const report = calls.call(ReportHealth(service), {}, systemContext(), { timeoutMs: PATIENCE_MS });
      return report.catch(() => ({ ok: false }));
    }, FRESH_MS),
  ]);
}
