import type { Server } from 'node:http';
import { Health, serveHealth } from './health';
import { endedBySignals } from './shutdown';

interface HealthPlace {
  HEALTH_PORT?: number | undefined;
  HEALTH_HOST: string;
}

/** Alive and not ready while a start waits for its migrations, its database or the bus. */
export async function whileUnready<Result>(place: HealthPlace, work: () => Promise<Result>): Promise<Result> {
  const health = new Health();
  health.register('start', () => ({ ok: false }));
  const server = await openHealth(health, place, async () => '');
  try {
    return await endedBySignals(work);
  } finally {
    await closeServer(server);
  }
}

export async function openHealth(
  health: Health,
  { HEALTH_PORT: port, HEALTH_HOST: host }: HealthPlace,
  metrics: () => Promise<string>,
): Promise<Server | undefined> {
  return port === undefined ? undefined : serveHealth(health, port, host, metrics);
}

export function closeServer(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!server) return resolve();
    server.close(() => resolve());
    // Whoever has connected and not asked yet would hold it up for a minute.
    server.closeAllConnections();
  });
}
