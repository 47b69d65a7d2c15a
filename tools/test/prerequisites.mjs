import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureInstalled } from '../start/checkout/install.mjs';
import { RUNS_THE_PRODUCT } from './parts.mjs';

const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/usr/local/sbin'];

/** Installs what the chosen parts need besides git, Node and npm: packages, and as root on Debian bus and browser. */
export async function ensurePrerequisites(root, parts) {
  await ensureInstalled(root, { withChecks: true });
  const wanted = [];
  const needsBus = parts.some((part) => part === 'integration' || RUNS_THE_PRODUCT.includes(part));
  if (needsBus && !process.env.NATS_SERVER_BIN && !program(['nats-server'])) wanted.push('nats-server');
  const needsBrowser = parts.some((part) => RUNS_THE_PRODUCT.includes(part));
  if (needsBrowser && !browserProgram()) wanted.push('chromium-headless-shell', 'fonts-liberation');
  // For tools/deploy/certificates.sh.
  if (parts.includes('tools') && !program(['openssl'])) wanted.push('openssl');
  if (wanted.length > 0) aptInstall(wanted);
}

const MEMORY = '/dev/shm';
const ROOMY_BYTES = 4 * 1024 ** 3;

/**
 * Databases, buses and browsers of the tests keep their files in memory where Linux has room for them: a copy of a
 * database is 300 files, which a slow disk takes 0.3 s to make and to remove. TMPDIR chooses another folder.
 */
export function keepFilesInMemory() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  const [, options = ''] = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
  if (bavail * bsize >= ROOMY_BYTES && !options.split(',').includes('noexec')) process.env.TMPDIR = MEMORY;
}

/** CHROMIUM_PATH, else an installed browser; undefined if there is none. */
export const browserProgram = () => process.env.CHROMIUM_PATH || program(BROWSERS);

function program(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...FOLDERS].filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

function aptInstall(names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${names.join(' and ')} with apt-get…`);
  const apt = (...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync('apt-get', args, { env, encoding: 'utf8' });
  };
  const install = () => apt('install', '-y', '-qq', '--no-install-recommends', ...names);
  if (install().status === 0) return;
  apt('update', '-qq');
  const second = install();
  if (second.status !== 0) throw new Error(`apt-get could not install ${names.join(' and ')}: ${second.stderr.trim()}`);
}
