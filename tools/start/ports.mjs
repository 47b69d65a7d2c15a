import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartError } from './say.mjs';

/** Below those that systems give to connections that go out, which would take one before it is used: Linux from 32768 on. */
const PORTS = [22_000, 32_767];
/** For whoever stops and starts on the same port again: nobody else is given one of these meanwhile. */
export const KEPT_PORTS = [20_000, 21_999];

/** Several free ports at once: each stays taken until all are found, so that they differ. */
export async function freePorts(count, among = PORTS) {
  const servers = await Promise.all(Array.from({ length: count }, () => listeningAnywhere(among)));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function listeningAnywhere([lowest, highest]) {
  for (;;) {
    const port = randomInt(lowest, highest + 1);
    try {
      return await listening({ port, host: '127.0.0.1' });
    } catch (error) {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    }
  }
}

/** On the loopback address. */
export async function isFree(port) {
  try {
    const server = await listening({ port, host: '127.0.0.1' });
    await new Promise((resolve) => server.close(resolve));
    return true;
  } catch {
    return false;
  }
}

export async function checkPortIsFree(port, variable = 'PORT') {
  for (const host of [undefined, '127.0.0.1']) {
    try {
      const server = await listening({ port, host });
      await new Promise((resolve) => server.close(resolve));
    } catch (error) {
      throw new StartError(portProblem(port, error, variable));
    }
  }
}

function listening(address) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(address, () => resolve(server));
  });
}

function portProblem(port, error, variable) {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose another: ${variable}=${port < 65_000 ? port + 1 : 3000} npm start`;
  }
  if (error.code === 'EACCES')
    return `Port ${port} needs more rights than this user has. Choose one above 1023: ${variable}=3000 npm start`;
  return `Port ${port} cannot be used: ${error.message}`;
}
