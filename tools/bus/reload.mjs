import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { PROBE } from './configuration.mjs';
import { localAddress, readListenAddress, writeBusConfiguration } from './embedded.mjs';

const LOOK_AGAIN_MS = 100;
const LOOKS = 100;
const LOOKS_A_SIGNAL = 20;

/** Makes the running server reload, with these subscribers; resolves once it has. Other connections stay open. */
export async function reloadWith({ dataDir, passwords, pid }, subscribers) {
  const { host, port } = readListenAddress(dataDir);
  const probe = writeBusConfiguration({ dataDir, host, port, passwords, subscribers });
  for (let look = 0; look < LOOKS; look += 1) {
    if (look % LOOKS_A_SIGNAL === 0) process.kill(pid, 'SIGHUP');
    if (await accepts({ host, port, probe })) return;
    await pause(LOOK_AGAIN_MS);
  }
  throw new Error('The message bus did not accept its new configuration; its log says why.');
}

async function accepts({ probe, ...place }) {
  const { connect } = createRequire(import.meta.url)('nats');
  try {
    const options = { servers: localAddress(place), user: PROBE, pass: probe, reconnect: false, timeout: 2_000 };
    await (await connect(options)).close();
    return true;
  } catch {
    return false;
  }
}
