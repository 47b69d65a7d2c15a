import type { CallClient } from '@repairline/messaging/calls/call-client';
import { ReportHealth } from '@repairline/messaging/calls/health-call';
import { systemContext } from '@repairline/messaging/context';
import type { HealthCheck } from '@repairline/service-kit/health';

const PATIENCE_MS = 1_000;
const FRESH_MS = 1_000;
export const services = ['identity', 'repairs', 'billing', 'analytics'] as const;

/** Whether each service answers and reports itself healthy, with its dead letters. */
export function reachability(calls: CallClient): [string, () => Promise<HealthCheck>][] {
  return services.map((service) => [
    service,
    remembered(async () => {
      const report = calls.call(ReportHealth(service), {}, systemContext(), { timeoutMs: PATIENCE_MS });
      return report.catch(() => ({ ok: false }));
    }),
  ]);
}

/** Health is open to all: however often it is requested, each service is probed once a second. */
function remembered(check: () => Promise<HealthCheck>): () => Promise<HealthCheck> {
  let last: { at: number; outcome: Promise<HealthCheck> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > FRESH_MS) last = { at: now, outcome: check() };
    return last.outcome;
  };
}
