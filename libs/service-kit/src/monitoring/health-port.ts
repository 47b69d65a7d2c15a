import type { Server } from 'node:http';
import { Health, serveHealth, type ProcessReport } from './health';

interface HealthPlace {
  HEALTH_PORT?: number | undefined;
  HEALTH_HOST: string;
}

export interface HealthPort {
  /** Sets what the process reports from now on. */
  setReport: (report: ProcessReport) => void;
  close: () => Promise<void>;
}

/**
 * Opens the health port, if there is to be one. Until `setReport` is called, the process counts as live but not started:
 * its start waits for its migrations, its database or the bus.
 */
export async function openHealthPort({ HEALTH_PORT: port, HEALTH_HOST: host }: HealthPlace): Promise<HealthPort> {
  const starting = new Health();
  starting.register('start', () => ({ ok: false }));
  let report: ProcessReport = { health: starting, metrics: async () => '', isStarting: true };
  const server = port === undefined ? undefined : await serveHealth(() => report, port, host);
  return { setReport: (now) => void (report = now), close: () => closeServer(server) };
}

function closeServer(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!server) return resolve();
    server.close(() => resolve());
    // A client that has connected without sending a request would delay the close by a minute.
    server.closeAllConnections();
  });
}
