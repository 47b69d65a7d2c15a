import { createServer, type Server, type ServerResponse } from 'node:http';
import { ConfigurationError } from '../configuration-error';

export interface HealthCheck {
  ok: boolean;
  /** Events that could not be taken in or published and await a decision. */
  deadLetters?: number;
  /** Facts for the reader: positions, lags, counts. No personal data. */
  detail?: unknown;
}

export interface HealthReport {
  ok: boolean;
  checks: Record<string, HealthCheck>;
}

/** A check that is not free, asked once in `freshMs` however often somebody wants to know. */
export function remembered(check: () => Promise<HealthCheck>, freshMs: number): () => Promise<HealthCheck> {
  let last: { at: number; outcome: Promise<HealthCheck> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > freshMs) last = { at: now, outcome: check() };
    return last.outcome;
  };
}

/** A process's report on itself. Live: it runs. Started: once it had what it needs. Ready: all its checks pass. */
export class Health {
  private readonly checks = new Map<string, () => HealthCheck | Promise<HealthCheck>>();

  register(name: string, check: () => HealthCheck | Promise<HealthCheck>): void {
    this.checks.set(name, check);
  }

  async report(): Promise<HealthReport> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    return { ok: entries.every(([, { ok }]) => ok), checks: Object.fromEntries(entries) };
  }
}

/** What a process reports about itself. */
export interface ProcessReport {
  health: Health;
  /** In Prometheus's text format; absent if nothing is measured. */
  metrics?: () => Promise<string>;
  isStarting?: boolean;
}

/**
 * Serves `GET /health/live`, `/health/started` and `/health/ready`: 200 or 503 with JSON, the last with the report; and
 * `GET /metrics` if there is something to measure. Calls `processReport` for each request. For orchestrators and Prometheus, never for the public.
 */
export async function serveHealth(
  processReport: () => ProcessReport,
  port: number,
  host = '127.0.0.1',
): Promise<Server> {
  const server = createServer((request, response) => {
    const { health, metrics, isStarting } = processReport();
    if (request.url === '/health/live') return answer(response, 200, { ok: true });
    if (request.url === '/health/started') return answer(response, isStarting ? 503 : 200, { ok: !isStarting });
    if (request.url === '/metrics' && metrics) return void expose(response, metrics);
    if (request.url !== '/health/ready') return answer(response, 404, { ok: false });
    void health.report().then((report) => answer(response, report.ok ? 200 : 503, report));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return server;
}

async function outcome(check: () => HealthCheck | Promise<HealthCheck>): Promise<HealthCheck> {
  try {
    return await check();
  } catch (error) {
    return { ok: false, detail: reasonOf(error) };
  }
}

/** A configuration error is written for the operator; any other message may hold data or a password. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  return error instanceof Error ? error.name : 'failed';
}

async function expose(response: ServerResponse, metrics: () => Promise<string>): Promise<void> {
  try {
    const text = await metrics();
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  } catch (error) {
    answer(response, 500, { ok: false, detail: error instanceof Error ? error.name : 'failed' });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
