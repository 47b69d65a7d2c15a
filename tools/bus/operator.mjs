import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Works on the bus as the user in the address, its operator; fails at once if no bus answers. */
export async function withBus(url, work) {
  const connection = await openBus(url, { reconnect: false });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** A connection of the operator that reconnects when the bus is back. */
export function openBus(url, options = {}) {
  const { connect } = require('nats');
  const { natsOptions } = createRequire(import.meta.resolve('@repairline/service-kit/config'))(
    '@repairline/service-kit/bus/nats-options',
  );
  return connect({ ...natsOptions(url, 'tools'), waitOnFirstConnect: false, ...options }).catch(failInWords);
}

/** Opens a client for calls to the services; fails at once if no bus answers. */
export function openCalls(url, name) {
  const { openCallClient } = require('@repairline/messaging/calls/open-call-client');
  return openCallClient(url, name, { waitOnFirstConnect: false }).catch(failInWords);
}

/** The client's own message is a code. */
function failInWords(error) {
  if (error.code === 'SERVER_OPT_NA') throw new Error('The message bus does not offer TLS.', { cause: error });
  if (!['CONNECTION_REFUSED', 'TIMEOUT'].includes(error.code)) throw error;
  throw new Error('The message bus does not answer.', { cause: error });
}

/** Puts back the consumers that are beyond what the bus has, as after a power cut; runs before services start. */
export function rewindConsumers(url) {
  return withBus(url, require('@repairline/messaging/events-stream').rewindConsumers);
}
