import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = join(__dirname, '..', '..', '..', '..');

/** As `npm start` finds its own. */
export async function freePort(): Promise<number> {
  const ports = (await import(pathToFileURL(join(root, 'tools', 'start', 'ports.mjs')).href)) as {
    freePorts(count: 1): Promise<[number]>;
  };
  const [port] = await ports.freePorts(1);
  return port;
}
