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

/** Read by the exporter itself. */
const TRACING = ['OTEL_EXPORTER_OTLP_ENDPOINT'];

/** The variables that an app's built configuration reads, and those it does not start without. */
export async function variablesOf(app) {
  if (app === 'migrate') return migrateVariables();
  const { z } = await import('zod');
  const { schema } = createRequire(import.meta.url)(join(root, 'apps', app, 'dist', 'config.js'));
  const { properties, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { read: [...Object.keys(properties), ...TRACING], required };
}

function migrateVariables() {
  const withDatabase = productServices(root).filter(({ hasDatabase }) => hasDatabase);
  const read = ['DATABASE_URL', ...withDatabase.map(({ name }) => `${name.toUpperCase()}_DATABASE_PASSWORD`)];
  return { read, required: read };
}

/** The stages of the Dockerfile with their text. */
export function stages() {
  const [, ...parts] = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^FROM /m);
  return Object.fromEntries(parts.map((part) => [/ AS (\S+)/.exec(part)?.[1], part]));
}

/** What the script makes that an administrator runs, in a folder of its own. */
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
