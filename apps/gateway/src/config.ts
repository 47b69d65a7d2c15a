import { join } from 'node:path';
import { z } from 'zod';
import {
  districtConfig,
  processConfig,
  publicOrigin,
  readConfig,
  sessionHours,
  unfitForProduction,
} from '@repairline/service-kit/config';

export const schema = processConfig
  .extend({
    ...districtConfig,
    PORT: z.coerce.number('must be a port').int('must be a port').min(0).max(65_535).default(3000),
    /** The address people type, without a path. Behind https it also makes cookies `Secure`. */
    PUBLIC_ORIGIN: publicOrigin.optional(),
    SESSION_SECRET: z.string('is needed: at least 32 characters').min(32, 'must have at least 32 characters'),
    SESSION_MAX_HOURS: sessionHours.default(168),
    /** The file of the security log; without one its lines go to stdout. */
    SECURITY_LOG: z.string().optional(),
    WEB_DIST: z.string().default(join(__dirname, '../../web/dist')),
    DISTRICT_NAME: z.string().trim().max(120).default('School District'),
    NODE_ENV: z.string().optional(),
  })
  .superRefine(({ NODE_ENV, PUBLIC_ORIGIN }, context) => {
    const message = NODE_ENV === 'production' && unfitForProduction(PUBLIC_ORIGIN);
    if (message) context.addIssue({ code: 'custom', path: ['PUBLIC_ORIGIN'], message });
  });

/** The environment, read once at start. */
export const config = (environment?: Record<string, string>) => readConfig(schema, environment);
export type Config = ReturnType<typeof config>;

export function isBehindHttps({ PUBLIC_ORIGIN }: Pick<Config, 'PUBLIC_ORIGIN'>): boolean {
  return PUBLIC_ORIGIN?.startsWith('https:') ?? false;
}
