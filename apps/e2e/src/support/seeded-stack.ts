import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import startStack from './stack';

const seed = join(__dirname, '..', '..', '..', '..', 'tools', 'seed', 'seed.mjs');

/** The product for the pictures, seeded with a plausible district. */
export default async function startSeededStack(): Promise<() => Promise<void>> {
  const stop = await startStack();
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR };
  execFileSync(process.execPath, [seed, '--devices', '1200'], { env, stdio: 'inherit' });
  return stop;
}
