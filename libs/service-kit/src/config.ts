import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { builtInSchools, schoolDirectory, type School } from '@repairline/contracts/district';
import { WRONG_CONFIGURATION } from './configuration-error';
import { BUS_ADDRESS, encryptedBusAddress, isBusAddress } from './bus/nats-options';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How long a sign-in lasts, in hours; at most a year. */
export const sessionHours = z.coerce
  .number('must be a number of hours')
  .positive('must be more than 0')
  .max(8_760, 'must be at most 8760');

const busAddress = z.string(`is needed: ${BUS_ADDRESS}`).refine(isBusAddress, `must look like ${BUS_ADDRESS}`);
/** Those of these that are absent have the value of NATS_URL: a bus may have one user for both. */
const BUS_ADDRESSES = ['NATS_CALLS_URL', 'NATS_EVENTS_URL'];

/** What every process reads. */
export const processConfig = z.object({
  SERVICE_NAME: z.string().min(1).optional(),
  /** The bus with the user for calls, and with the one for everything else; NATS_URL if absent: see readConfig. */
  NATS_CALLS_URL: busAddress,
  NATS_EVENTS_URL: busAddress,
  /** Makes each address of the bus one of a server with TLS, as if it were written `tls://`. */
  NATS_TLS: z.literal('required', "must be 'required' or absent").optional(),
  /** On how many servers of a NATS cluster the streams are kept; applies when they are created. */
  NATS_REPLICAS: z.coerce
    .number('must be 1, 3 or 5')
    .pipe(z.literal([1, 3, 5], 'must be 1, 3 or 5'))
    .default(1),
  /** Port of GET /health/live, /health/started, /health/ready and /metrics; without it they are not served. */
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

/** What a process with an event log reads. */
export const serviceConfig = processConfig.extend({
  DATABASE_URL: z
    .string('is needed: postgresql://role:password@host:port/database')
    .refine(isDatabaseAddress, 'must be a postgresql:// address, with special characters percent-encoded'),
  /** Wraps the keys of personal data: 32 bytes, hex. */
  DATA_KEY: z
    .string('is needed: 64 hexadecimal digits')
    .regex(/^[0-9a-f]{64}$/iu, 'must be 64 hexadecimal digits')
    .transform((hex) => Buffer.from(hex, 'hex')),
  EVENT_STORE: z.enum(['postgres', 'eventstoredb'], "must be 'postgres' or 'eventstoredb'").default('postgres'),
  EVENTSTOREDB_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\//u, 'must be an esdb:// or esdb+discover:// address')
    .optional(),
});

/** The district's settings, to spread into an app's schema. */
export const districtConfig = {
  SCHOOL_EMAIL_DOMAINS: z
    .string()
    .default('school.example')
    .transform((list) =>
      list
        .split(',')
        .map((domain) => domain.trim().toLowerCase())
        .filter(Boolean),
    )
    .pipe(
      z
        .array(z.string().regex(/^[a-z0-9.-]+\.[a-z0-9-]+$/u, 'must be domains, separated by commas'))
        .min(1, 'needs at least one domain'),
    ),
  DISTRICT_TIMEZONE: z
    .string()
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    .refine(isTimeZone, 'is not a time zone; write it like America/Chicago'),
  SCHOOLS_FILE: z.string().optional().transform(readSchools),
};

/** The address people type, as browsers send it: without a path, in lower case, without the usual port. */
export const publicOrigin = z
  .string()
  .transform((text) => (URL.canParse(text) ? new URL(text) : undefined))
  .refine(isOrigin, 'must be an origin without a path, like https://repairs.school.example')
  .transform((url) => url?.origin ?? '');

/** Why the product may not be used in production at this address; undefined if it may. */
export function unfitForProduction(origin: string | undefined): string | undefined {
  if (!origin) return 'is needed in production, like https://repairs.school.example';
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return undefined;
  return 'must be https in production, because passwords can be read on the way otherwise; without NODE_ENV=production it may be http';
}

function isOrigin(url: URL | undefined): boolean {
  return url !== undefined && /^https?:$/u.test(url.protocol) && url.href === `${url.origin}/`;
}

/** Parses the environment, or ends the process with one line that names each wrong variable and what is wrong. */
export function readConfig<Schema extends z.ZodType>(schema: Schema, environment = process.env): z.output<Schema> {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const fallbacks = Object.fromEntries(BUS_ADDRESSES.map((name) => [name, present.NATS_URL]));
  const given = { ...fallbacks, ...present };
  const parsed = schema.safeParse(present.NATS_TLS ? { ...given, ...encrypted(given) } : given);
  if (parsed.success) return parsed.data;
  const nameOf = (name: string) => (name in fallbacks && !(name in present) ? 'NATS_URL' : name);
  const problems = parsed.error.issues.map(({ path, message }) => `${nameOf(path.join('.'))} ${message}`);
  process.stderr.write(`Configuration: ${[...new Set(problems)].join('; ')}\n`);
  process.exit(WRONG_CONFIGURATION);
}

function encrypted(given: Record<string, string | undefined>) {
  const addresses = BUS_ADDRESSES.map((name) => [name, given[name] && encryptedBusAddress(given[name])]);
  return Object.fromEntries(addresses) as Record<string, string | undefined>;
}

function readSchools(file: string | undefined, context: z.RefinementCtx): School[] {
  if (!file) return builtInSchools;
  try {
    const parsed = schoolDirectory.safeParse(JSON.parse(readWrittenFile(file)));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    context.addIssue({ code: 'custom', message: `${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}` });
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
  return z.NEVER;
}

/** With a user and a socket, an address has an empty host, which no URL may have. */
function isDatabaseAddress(address: string): boolean {
  return /^postgres(ql)?:\/\//u.test(address) && URL.canParse(address.replace('@/', '@socket/'));
}

export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The text of a file that a person wrote: editors on Windows put a byte order mark before UTF-8, or write UTF-16. */
export function readWrittenFile(path: string): string {
  const bytes = readFileSync(path);
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
