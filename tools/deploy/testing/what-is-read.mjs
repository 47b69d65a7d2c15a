import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { productServices } from '../../start/services.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
export const APPS = productServices(root).map(({ name }) => name);

/** Variables that the exporter itself reads. */
const TRACING = ['OTEL_EXPORTER_OTLP_ENDPOINT'];

/** The variables that an app's built configuration reads, and those it requires to start. */
export async function variablesOf(app) {
  if (app in OF_TOOLS) return OF_TOOLS[app]();
  const { z } = await import('zod');
  const { schema } = createRequire(import.meta.url)(join(root, 'apps', app, 'dist', 'config.js'));
  const { properties, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { read: [...Object.keys(properties), ...TRACING], required };
}

const rolePasswords = productServices(root)
  .filter(({ hasDatabase }) => hasDatabase)
  .map(({ name }) => `${name.toUpperCase()}_DATABASE_PASSWORD`);

/** The variables that the programs of the image `tools` read; running them with these shows that they suffice. */
const OF_TOOLS = {
  migrate: () => needing(['DATABASE_URL', ...rolePasswords, 'NATS_EVENTS_URL']),
  tools: () =>
    needing(
      ['DATABASE_URL', 'DATA_KEY', ...rolePasswords, 'NATS_CALLS_URL', 'NATS_EVENTS_URL'],
      ['EVENT_STORE', 'EVENTSTOREDB_URL'],
    ),
  backup: () => needing(readBy('backup.mjs', ['DATABASE_URL', 'DATA_KEY', 'EVENT_STORE'])),
  restore: () =>
    needing([
      ...readBy('restore.mjs', ['DATABASE_URL', 'DATA_KEY', 'EVENT_STORE']),
      ...rolePasswords,
      'NATS_EVENTS_URL',
    ]),
};

const needing = (required, more = []) => ({ required, read: [...required, ...more] });

function readBy(script, names) {
  const text = readFileSync(join(root, 'tools', 'backup', script), 'utf8');
  const isRead = (name) => new RegExp(`\\b(env|settings)\\.${name}\\b`).test(text);
  return names.filter(isRead);
}

/** The stages of the Dockerfile, by name, with their text. */
export function stages() {
  const [, ...parts] = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^FROM /m);
  return Object.fromEntries(parts.map((part) => [/ AS (\S+)/.exec(part)?.[1], part]));
}

/** What `secrets.sh` makes, which an administrator runs, in a folder of its own. */
export function made(...args) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-secrets-'));
  try {
    const file = join(folder, 'made');
    execFileSync('sh', [join(root, 'tools', 'deploy', 'secrets.sh'), ...args, file], { stdio: 'ignore' });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const madeSecrets = () => parseAllDocuments(made('--kubernetes')).map((document) => document.toJS());
