import type { Server } from 'node:http';

const PATIENCE_MS = 4_000;

/**
 * Stops taking requests and resolves once those at work have been answered, at the latest after 4 s. Connections
 * without a request, or with half of one, are cut: waiting for them would hold up the end for as long as they like.
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
