import { ListTechnicians } from '@repairline/contracts/identity/queries';
import { DeviceStatsQuery } from '@repairline/contracts/repairs/queries';
import { DomainError } from '@repairline/contracts/domain-error';
import type { CallClient } from '@repairline/messaging/call-client';
import { systemContext } from '@repairline/messaging/context';
import type { HealthCheck } from '@repairline/service-kit/health';

const PATIENCE_MS = 1_000;
const FRESH_MS = 1_000;
const probes = { identity: ListTechnicians, repairs: DeviceStatsQuery } as const;

/** Whether each service answers. A refusal is an answer: the probes are made in nobody's name. */
export function reachability(calls: CallClient): [string, () => Promise<HealthCheck>][] {
  return Object.entries(probes).map(([name, probe]) => [
    name,
    remembered(async () => {
      const problem = await calls.call(probe, {}, systemContext(), { timeoutMs: PATIENCE_MS }).then(
        () => undefined,
        (error: unknown) => error,
      );
      return { ok: !(problem instanceof DomainError && problem.code === 'service_unavailable') };
    }),
  ]);
}

/** Health is open to all: however often it is asked, a service is probed once a second. */
function remembered(check: () => Promise<HealthCheck>): () => Promise<HealthCheck> {
  let last: { at: number; outcome: Promise<HealthCheck> } | undefined;
  return () => {
    if (!last || Date.now() - last.at > FRESH_MS) last = { at: Date.now(), outcome: check() };
    return last.outcome;
  };
}
