import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { BUS_VARIABLES, givenBus } from '../bus/addresses.mjs';
import { StartError } from '../shared/say.mjs';

const require = createRequire(import.meta.url);
const DOMAIN_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

/**
 * Reads and checks every variable of the configuration before anything is started.
 * Imports only what an install and a build have put there, so call it after those.
 */
export async function readSettings(root, env) {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = (await settingsSchema(root)).safeParse(filled);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(`${issue.path[0] ?? 'Configuration'}: ${issue.message}`);
}

export async function settingsSchema(root) {
  const { z } = await import('zod');
  const { schoolDirectory } = require('@repairline/contracts/district');
  return z
    .object({ ...places(z, root), ...district(z, root, schoolDirectory), ...signIns(z), ...secretsAndLogs(z) })
    .transform((all) => ({
      ...all,
      givenBus: givenBus(all),
      ADMIN_EMAIL: all.ADMIN_EMAIL ?? `admin@${all.SCHOOL_EMAIL_DOMAINS[0]}`,
      SESSION_IDLE_HOURS: all.SESSION_IDLE_HOURS ?? Math.min(12, all.SESSION_MAX_HOURS),
    }))
    .superRefine(checkTogether);
}

function places(z, root) {
  const { isOwnerAddress, OWNER_ADDRESS } = require('@repairline/postgres/migrate/service-address');
  const { BUS_ADDRESS, isBusAddress } = require('@repairline/service-kit/bus/nats-options');
  const { publicOrigin } = require('@repairline/service-kit/config');
  const url = (protocols, example) =>
    z.string().refine((value) => protocols.includes(protocolOf(value)), `must look like ${example}`);
  const bus = z.string().refine(isBusAddress, `must look like ${BUS_ADDRESS}`);
  const port = z.coerce.number('must be a port number').int('must be a port number');
  return {
    PORT: port.min(1, 'must be 1 to 65535').max(65_535, 'must be 1 to 65535').default(3000),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((folder) => resolve(root, folder)),
    DATABASE_URL: z.string().refine(isOwnerAddress, `must look like ${OWNER_ADDRESS}`).optional(),
    ...Object.fromEntries(BUS_VARIABLES.map((name) => [name, bus.optional()])),
    NATS_TLS: z.literal('required', "must be 'required' or absent").optional(),
    NATS_REPLICAS: z.enum(['1', '3', '5'], 'must be 1, 3 or 5').default('1'),
    NATS_SERVER_BIN: z.string().optional(),
    NATS_PORT: port.min(1, 'must be 1 to 65535').max(65_535, 'must be 1 to 65535').optional(),
    NATS_HOST: z.union([z.ipv4(), z.ipv6()], 'must be an IP address of this machine').optional(),
    EVENT_STORE: z.enum(['postgres', 'eventstoredb'], "must be 'postgres' or 'eventstoredb'").default('postgres'),
    EVENTSTOREDB_URL: url(['esdb:', 'esdb+discover:'], 'esdb://host:2113').optional(),
    PUBLIC_ORIGIN: publicOrigin.optional(),
  };
}

function district(z, root, schoolDirectory) {
  const { isTimeZone } = require('@repairline/service-kit/config');
  const machineZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    SCHOOL_EMAIL_DOMAINS: z
      .string()
      .default('school.example')
      .transform(domains)
      .refine(
        (list) => list.length > 0 && list.every((name) => DOMAIN_NAME.test(name)),
        'must be domains separated by commas, like school.example,staff.school.example',
      ),
    DISTRICT_TIMEZONE: z
      .string()
      .refine(isTimeZone, 'must be a time zone such as America/New_York')
      .default(machineZone),
    DISTRICT_NAME: z.string().trim().max(120, 'must have at most 120 characters').optional(),
    SCHOOLS_FILE: z
      .string()
      .transform((path) => resolve(root, path))
      .superRefine((path, context) => checkSchools(path, context, schoolDirectory))
      .optional(),
  };
}

function signIns(z) {
  const hours = z.coerce
    .number('must be a number of hours')
    .positive('must be more than 0')
    .max(8_760, 'must be at most 8760');
  return {
    ADMIN_EMAIL: z
      .email('must be an email address')
      .max(254, 'is too long')
      .transform((email) => email.toLowerCase())
      .optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(8, 'must have at least 8 characters')
      .max(128, 'must have at most 128 characters')
      .optional(),
    SESSION_IDLE_HOURS: hours.optional(),
    SESSION_MAX_HOURS: hours.default(168),
  };
}

function secretsAndLogs(z) {
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];
  return {
    LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
    DATA_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 32 bytes as 64 hexadecimal digits')
      .optional(),
    SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    NODE_ENV: z.string().optional(),
  };
}

function checkTogether(settings, context) {
  const complain = (name, message) => context.addIssue({ code: 'custom', path: [name], message });
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, SCHOOL_EMAIL_DOMAINS: allowed } = settings;
  if (!allowed.includes(email.split('@')[1])) complain('ADMIN_EMAIL', `must be an address of ${allowed.join(' or ')}`);
  if (password && password.toLowerCase() === email) complain('ADMIN_PASSWORD', 'must not be the email address');
  const { isTooCommon } = require('@repairline/identity/sign-ins/password-rules');
  if (password && isTooCommon(password, email)) complain('ADMIN_PASSWORD', 'is too common: choose another');
  if (settings.EVENT_STORE === 'eventstoredb' && !settings.EVENTSTOREDB_URL)
    complain('EVENTSTOREDB_URL', "is needed when EVENT_STORE is 'eventstoredb'");
  if (settings.NATS_PORT === settings.PORT && !settings.givenBus)
    complain('NATS_PORT', 'must not be the same as PORT: choose another for one of them');
  const { unfitForProduction } = require('@repairline/service-kit/config');
  const unfit = settings.NODE_ENV === 'production' && unfitForProduction(settings.PUBLIC_ORIGIN);
  if (unfit) complain('PUBLIC_ORIGIN', unfit);
  if (settings.SESSION_IDLE_HOURS > settings.SESSION_MAX_HOURS)
    complain('SESSION_IDLE_HOURS', 'must not be more than SESSION_MAX_HOURS');
}

function checkSchools(path, context, schoolDirectory) {
  const { readWrittenFile } = require('@repairline/service-kit/config');
  try {
    const parsed = schoolDirectory.safeParse(JSON.parse(readWrittenFile(path)));
    if (parsed.success) return;
    const [issue] = parsed.error.issues;
    context.addIssue({
      code: 'custom',
      message: `${path} is not valid at ${issue.path.join('.') || 'the top'}: ${issue.message}`,
    });
  } catch (error) {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read: ${error.message}`;
    context.addIssue({ code: 'custom', message: `${path} ${reason}` });
  }
}

const domains = (text) =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** In a list of addresses, as for a cluster, the first one decides. */
function protocolOf(text) {
  const [first] = text.split(',');
  return URL.canParse(first) ? new URL(first).protocol : '';
}
