import { setTimeout as pause } from 'node:timers/promises';
import { readSubscribers } from './embedded.mjs';
import { openBus } from './operator.mjs';
import { restoreSubscribers } from './subscribers.mjs';

const EVERY_MS = 15_000;
/** The retry interval after a failure, such as when the services have not recreated the stream yet. */
const SOON_MS = 1_000;

/**
 * Recreates subscribers' consumers when the bus has lost its storage: services recreate the stream, but no consumers of
 * others. Checks now, whenever the bus is back, and periodically. @returns a function to end it, after the first check
 */
export async function keepSubscribers(bus, onProblem) {
  const ended = new AbortController();
  let back = new AbortController();
  let connection;

  async function look() {
    if (readSubscribers(bus.dataDir).length === 0) return;
    connection ??= await openBus(bus.url).then(heard);
    await restoreSubscribers(bus, connection);
  }

  function heard(opened) {
    void (async () => {
      for await (const { type } of opened.status()) if (type === 'reconnect') back.abort();
    })();
    return opened;
  }

  async function keep(isWell) {
    while (!ended.signal.aborted) {
      const signal = AbortSignal.any([ended.signal, back.signal]);
      await pause(isWell ? EVERY_MS : SOON_MS, undefined, { signal }).catch(() => undefined);
      back = new AbortController();
      if (!ended.signal.aborted) isWell = await succeeds(look());
    }
    await connection?.close();
  }

  const keeping = keep(await succeeds(look(), onProblem));
  return () => {
    ended.abort();
    return keeping;
  };
}

function succeeds(work, onFailure = () => undefined) {
  return work.then(
    () => true,
    (error) => {
      onFailure(error);
      return false;
    },
  );
}
