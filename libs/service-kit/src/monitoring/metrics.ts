import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of this process; each name is described once, here. */
export const registry = new Registry();
const registers = [registry];

const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const APPEND_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export const httpSeconds = new Histogram({
  name: 'repairline_http_request_duration_seconds',
  help: 'Time to answer a request of a browser or program, by route',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: ANSWER_SECONDS,
  registers,
});

export const callSeconds = new Histogram({
  name: 'repairline_call_duration_seconds',
  help: 'Time to answer a command or query of another process: ok, refused by a rule, or failed',
  labelNames: ['call', 'outcome'] as const,
  buckets: ANSWER_SECONDS,
  registers,
});

export const appendSeconds = new Histogram({
  name: 'repairline_append_duration_seconds',
  help: 'Time to append the events of one command to the log, waiting for others included',
  labelNames: ['outcome'] as const,
  buckets: APPEND_SECONDS,
  registers,
});

export const liveSockets = new Gauge({
  name: 'repairline_live_sockets',
  help: 'Open websockets of browsers',
  registers,
});

export const logHead = gauge('repairline_log_head_position', 'Position of the newest event of the log');
export const viewPosition = gauge('repairline_view_position', 'Position up to which a view shows the log', ['view']);
export const viewLagEvents = gauge('repairline_view_lag_events', 'Events of the log that a view does not show', [
  'view',
]);
export const viewLagSeconds = gauge(
  'repairline_view_lag_seconds',
  'Age of the oldest event that a view does not show; 0 when it shows all',
  ['view'],
);
export const viewLive = gauge('repairline_view_live', '1 for a view that follows the log, 0 for one that does not', [
  'view',
]);
export const deadLetters = gauge('repairline_dead_letters', 'Events that a view or consumer could not take in', [
  'reader',
]);
export const relayLagEvents = gauge('repairline_relay_lag_events', 'Events of the log the relay has not looked at');
export const relayLagSeconds = gauge(
  'repairline_relay_lag_seconds',
  'Age of the oldest event the relay has not looked at; 0 when there is none',
);
export const publishedPosition = gauge(
  'repairline_published_position',
  'Position of the last event that was published, by the context whose log it is in',
  ['context'],
);
export const consumedPosition = gauge(
  'repairline_consumed_position',
  'Position up to which the published events of a context have been taken in',
  ['context', 'consumer'],
);
export const verifiedAt = gauge(
  'repairline_last_verification_timestamp_seconds',
  'When the views and published events were last compared with the log',
);
export const verifiedDifferences = gauge(
  'repairline_last_verification_differences',
  'What the last comparison of the views and published events with the log found to differ',
);
export const poolConnections = gauge('repairline_pool_connections', 'Database connections of a pool, by state', [
  'pool',
  'state',
]);
export const poolWaiting = gauge('repairline_pool_waiting', 'Requests that wait for a database connection', ['pool']);
export const statusErrors = new Counter({
  name: 'repairline_standing_errors_total',
  help: 'Scrapes at which the positions of views, relay and consumers could not be read',
  registers,
});

function gauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
  return new Gauge({ name, help, labelNames, registers });
}

let described = false;

/** Adds the default metrics of a Node process, and the service's name as a label of all metrics. */
export function describeProcess(service: string): void {
  if (described) return;
  described = true;
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
}
