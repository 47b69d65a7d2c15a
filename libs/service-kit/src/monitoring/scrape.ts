import type { LogStatus } from '@repairline/contracts/status';
import * as metrics from './metrics';
import type { Status } from './status';

const ofVerification = [metrics.verifiedAt, metrics.verifiedDifferences];
const single = [metrics.logHead, metrics.relayLagEvents, metrics.relayLagSeconds, ...ofVerification];
const ofViews = [metrics.viewPosition, metrics.viewLagEvents, metrics.viewLagSeconds, metrics.viewLive];
const labelled = [...ofViews, metrics.deadLetters, metrics.publishedPosition, metrics.consumedPosition];

/** A pool of connections to PostgreSQL. */
interface NamedPool {
  name: string;
  pool: { totalCount: number; idleCount: number; waitingCount: number };
}

/**
 * The text that Prometheus reads. Positions are read at each scrape; if that fails, they are left out and it counts.
 */
export async function scrape(service: string, status?: Status, pools: NamedPool[] = []): Promise<string> {
  const report = await status?.report().catch(() => void metrics.statusErrors.inc());
  for (const metric of [...single, ...labelled]) metric.reset();
  for (const metric of single) metric.remove();
  if (report) record(service, report);
  recordPools(pools);
  return metrics.registry.metrics();
}

function record(service: string, { head, views, relay, consumers, verification }: LogStatus): void {
  if (head !== null) metrics.logHead.set(head);
  for (const { name: view, state, position, behindSeconds, deadLetters } of views) {
    metrics.viewPosition.set({ view }, position);
    metrics.viewLagEvents.set({ view }, Math.max(0, (head ?? position) - position));
    metrics.viewLagSeconds.set({ view }, behindSeconds);
    metrics.viewLive.set({ view }, state === 'live' ? 1 : 0);
    metrics.deadLetters.set({ reader: view }, deadLetters);
  }
  if (relay) {
    metrics.relayLagEvents.set(Math.max(0, (head ?? relay.position) - relay.position));
    metrics.relayLagSeconds.set(relay.behindSeconds);
    metrics.publishedPosition.set({ context: service }, relay.published);
    metrics.deadLetters.set({ reader: 'relay' }, relay.deadLetters);
  }
  for (const { name, of, position, deadLetters } of consumers) {
    metrics.consumedPosition.set({ context: of, consumer: name }, position);
    metrics.deadLetters.set({ reader: name }, deadLetters);
  }
  if (verification) {
    metrics.verifiedAt.set(Date.parse(verification.at) / 1_000);
    metrics.verifiedDifferences.set(verification.differences);
  }
}

function recordPools(pools: NamedPool[]): void {
  metrics.poolConnections.reset();
  metrics.poolWaiting.reset();
  for (const { name, pool } of pools) {
    metrics.poolConnections.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
    metrics.poolConnections.set({ pool: name, state: 'idle' }, pool.idleCount);
    metrics.poolWaiting.set({ pool: name }, pool.waitingCount);
  }
}
