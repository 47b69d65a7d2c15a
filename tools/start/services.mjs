import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { securityLogOf } from '../shared/data-folder.mjs';
import { serviceNode } from './checkout/check-node.mjs';

/**
 * Node's flags for every process of the product, here and in the Dockerfile. The limit of the young generation is for
 * memory: with V8's own, an export of 50,000 devices makes the product grow by 154 MB instead of 39.
 */
export const NODE_FLAGS = ['--enable-source-maps', '--max-semi-space-size=8'];

const NAMES = ['identity', 'repairs', 'billing', 'analytics', 'gateway'];
export const SERVICES_WITH_LOG = ['identity', 'repairs', 'billing'];

/** The processes of the product, in order of dependency; the gateway is last. */
export function productServices(root) {
  return NAMES.map((name) => ({
    name,
    script: join(root, 'apps', name, 'dist', 'main.js'),
    hasDatabase: name !== 'gateway',
    hasLog: SERVICES_WITH_LOG.includes(name),
    isPublic: name === 'gateway',
  }));
}

export function launchService(root, service, env) {
  return (log) =>
    spawn(serviceNode(root), [...NODE_FLAGS, service.script], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', log, log],
    });
}

/** Everything a service may know; of the outer environment, only what a process needs to run. */
export function serviceEnvironment(
  service,
  { settings, secrets, databaseUrl, callsUrlOf, eventsUrlOf, healthPort, root, firstAdmin },
) {
  const own = service.hasDatabase ? { DATABASE_URL: databaseUrl } : {};
  const log = service.hasLog ? logVariables(settings, secrets) : {};
  const door = service.isPublic ? doorVariables(settings, secrets, root) : {};
  const admin = service.name === 'identity' ? adminVariables(settings, firstAdmin) : {};
  const values = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TZ: process.env.TZ,
    NODE_ENV: process.env.NODE_ENV,
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    SERVICE_NAME: service.name,
    NATS_CALLS_URL: callsUrlOf(service.name),
    NATS_EVENTS_URL: eventsUrlOf(service.name),
    NATS_REPLICAS: settings.NATS_REPLICAS,
    HEALTH_PORT: healthPort,
    LOG_LEVEL: settings.LOG_LEVEL,
    SCHOOL_EMAIL_DOMAINS: settings.SCHOOL_EMAIL_DOMAINS.join(','),
    DISTRICT_TIMEZONE: settings.DISTRICT_TIMEZONE,
    DISTRICT_NAME: settings.DISTRICT_NAME,
    SCHOOLS_FILE: settings.SCHOOLS_FILE,
    PUBLIC_ORIGIN: settings.PUBLIC_ORIGIN,
    SESSION_IDLE_HOURS: settings.SESSION_IDLE_HOURS,
    SESSION_MAX_HOURS: settings.SESSION_MAX_HOURS,
    ...traceVariables(process.env),
    ...own,
    ...log,
    ...door,
    ...admin,
  };
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Where traces go, and how; see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/. */
function traceVariables(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')));
}

function logVariables({ EVENT_STORE, EVENTSTOREDB_URL }, { dataKey: DATA_KEY }) {
  return { DATA_KEY, EVENT_STORE, EVENTSTOREDB_URL };
}

function doorVariables({ PORT, DATA_DIR }, { sessionSecret: SESSION_SECRET }, root) {
  const WEB_DIST = join(root, 'apps', 'web', 'dist');
  return { PORT, SESSION_SECRET, SECURITY_LOG: securityLogOf(DATA_DIR), WEB_DIST };
}

function adminVariables(settings, firstAdmin) {
  return {
    ADMIN_EMAIL: settings.ADMIN_EMAIL,
    ADMIN_PASSWORD: firstAdmin.password,
  };
}

export const isReady = async (healthPort) => (await readinessOf(healthPort)).isReady;

/** `building`, while the service builds its read models, counts the events taken in and how many there are. */
export async function readinessOf(healthPort) {
  try {
    const answer = await fetch(`http://127.0.0.1:${healthPort}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    const { checks } = await answer.json();
    return { isReady: answer.ok, building: checks?.views?.detail?.progress };
  } catch {
    return { isReady: false };
  }
}
