import type { Server } from 'node:http';
import { Health, serveHealth, type Told } from './health';

interface HealthPlace {
  HEALTH_PORT?: number | undefined;
  HEALTH_HOST: string;
}

export interface HealthPort {
  /** What the process tells of itself from now on. */
  tell: (told: Told) => void;
  close: () => Promise<void>;
}

/**
 * Opens the port that says how the process is, where there is to be one. Until it is told otherwise the process is alive
 * and not ready: its start waits for its migrations, its database or the bus.
 */
export async function openHealthPort({ HEALTH_PORT: port, HEALTH_HOST: host }: HealthPlace): Promise<HealthPort> {
  const starting = new Health();
  starting.register('start', () => ({ ok: false }));
  let told: Told = { health: starting, metrics: async () => '' };
  const server = port === undefined ? undefined : await serveHealth(() => told, port, host);
  return { tell: (now) => void (told = now), close: () => closeServer(server) };
}

function closeServer(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!server) return resolve();
    server.close(() => resolve());
    // Whoever has connected and not asked yet would hold it up for a minute.
    server.closeAllConnections();
  });
}
