import type { Server } from 'node:http';

const PATIENCE_MS = 4_000;

/**
 * Stops taking requests and resolves once those in progress have been answered, after 4 s at the latest. Connections
 * with no request, or half of one, are cut: they could delay the shutdown indefinitely.
 */
export function drainOf(server: Server): () => Promise<void> {
  let running = 0;
  let finished = () => undefined as void;
  server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => {
      running -= 1;
      if (running === 0) finished();
    });
  });
  return async () => {
    server.close();
    await new Promise<void>((resolve) => {
      finished = resolve;
      setTimeout(resolve, PATIENCE_MS).unref();
      if (running === 0) resolve();
    });
    server.closeAllConnections();
  };
}
