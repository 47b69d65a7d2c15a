import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StartError } from './say.mjs';

/** Below the ephemeral ports (on Linux from 32768 on), which outgoing connections could take before they are used. */
const PORTS = [22_000, 32_767];
/** For tests that stop and start again on the same port: in between, nobody else is given one of these. */
export const KEPT_PORTS = [20_000, 21_999];

/** Tried or given before in this process, whether they are used yet or not. */
const given = new Set();

/** Finds several free ports that this process was not given before. */
export async function freePorts(count, among = PORTS) {
  const servers = await Promise.all(Array.from({ length: count }, () => listeningAnywhere(among)));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

async function listeningAnywhere([lowest, highest]) {
  for (;;) {
    const port = randomInt(lowest, highest + 1);
    if (given.has(port)) continue;
    given.add(port);
    try {
      return await listening({ port, host: '127.0.0.1' });
    } catch (error) {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    }
  }
}

/** Whether the port is free on the loopback address. */
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
