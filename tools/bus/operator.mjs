import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Works on the bus as the user of the address, its operator; fails at once where no bus answers. */
export async function withBus(url, work) {
  const connection = await openBus(url, { reconnect: false });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** A connection of the operator that comes back when the bus does. */
export function openBus(url, options = {}) {
  const { connect } = require('nats');
  const { natsOptions } = createRequire(import.meta.resolve('@repairline/service-kit/migrate'))(
    '@repairline/service-kit/nats-options',
  );
  return connect({ ...natsOptions(url, 'tools'), waitOnFirstConnect: false, ...options });
}

/** Before services start: what earlier versions have made on the bus, as the present one has it. */
export function bringUpToDate(url) {
  return withBus(url, require('@repairline/messaging/migrate-bus').migrateBus);
}
