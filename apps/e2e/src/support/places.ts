import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(__dirname, '..', '..', '..', '..');

/** Finds a port in the same way as `npm start`. */
export async function freePort(): Promise<number> {
  const ports = (await import(pathToFileURL(join(root, 'tools', 'shared', 'ports.mjs')).href)) as {
    freePorts(count: 1): Promise<[number]>;
  };
  const [port] = await ports.freePorts(1);
  return port;
}
