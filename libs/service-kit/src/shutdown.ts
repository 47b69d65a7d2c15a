import type { Logger } from './logger';

const PATIENCE_MS = 8_000;

const endAtOnce = () => process.exit(0);

/**
 * Ends the process at a signal until there is something to shut down in order. A start waits forever for what is away,
 * and in a container signals end the first process only through a handler.
 */
export function endAtSignals(): void {
  process.on('SIGTERM', endAtOnce).on('SIGINT', endAtOnce);
}

/** On SIGTERM or SIGINT runs the steps in order and exits; a second signal, or 8 s without an end, exits at once. */
export function onShutdown(logger: Logger, steps: readonly (() => Promise<unknown>)[]): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    void runAll(logger, steps).then((clean) => process.exit(clean ? 0 : 1));
  };
  process.off('SIGTERM', endAtOnce).off('SIGINT', endAtOnce);
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

async function runAll(logger: Logger, steps: readonly (() => Promise<unknown>)[]): Promise<boolean> {
  let clean = true;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      clean = false;
      logger.error({ err: error }, 'a step of the shutdown failed');
    }
  }
  return clean;
}
