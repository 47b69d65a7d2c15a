import type { Logger } from './logger';

const PATIENCE_MS = 8_000;

/** A start waits for ever for what is away, and in a container nothing but a handler has a signal end the first process. */
export async function endedBySignals<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = () => process.exit(0);
  process.on('SIGTERM', end).on('SIGINT', end);
  try {
    return await work();
  } finally {
    process.off('SIGTERM', end).off('SIGINT', end);
  }
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
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
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
