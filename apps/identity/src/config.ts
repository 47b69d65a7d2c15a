import { z } from 'zod';
import { email } from '@repairline/contracts/texts/text';
import { districtConfig, readConfig, serviceConfig, sessionHours } from '@repairline/service-kit/config';
import { isOfDomains } from './domain/account-rules';
import { passwordFault } from './sign-ins/password-rules';

export const schema = serviceConfig
  .extend({
    SCHOOL_EMAIL_DOMAINS: districtConfig.SCHOOL_EMAIL_DOMAINS,
    /** Made an approved Admin if there is none yet. */
    ADMIN_EMAIL: email.optional(),
    ADMIN_PASSWORD: z.string().optional(),
    SESSION_IDLE_HOURS: sessionHours.optional(),
    SESSION_MAX_HOURS: sessionHours.default(168),
  })
  .transform((config) => ({
    ...config,
    ADMIN_EMAIL: config.ADMIN_EMAIL ?? `admin@${config.SCHOOL_EMAIL_DOMAINS[0] ?? ''}`,
    SESSION_IDLE_HOURS: config.SESSION_IDLE_HOURS ?? Math.min(12, config.SESSION_MAX_HOURS),
  }))
  .superRefine(({ ADMIN_EMAIL, ADMIN_PASSWORD, SCHOOL_EMAIL_DOMAINS, ...hours }, context) => {
    const complain = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (hours.SESSION_IDLE_HOURS > hours.SESSION_MAX_HOURS) {
      complain('SESSION_IDLE_HOURS', 'must not be more than SESSION_MAX_HOURS');
    }
    if (!isOfDomains(ADMIN_EMAIL, SCHOOL_EMAIL_DOMAINS)) {
      complain('ADMIN_EMAIL', `must be an address of ${SCHOOL_EMAIL_DOMAINS.join(' or ')}`);
    }
    const fault = ADMIN_PASSWORD === undefined ? null : passwordFault(ADMIN_PASSWORD.normalize('NFKC'), ADMIN_EMAIL);
    if (fault) complain('ADMIN_PASSWORD', `cannot be used: ${fault}`);
  });

/** The environment, read once at start. */
export const config = (environment = process.env) => readConfig(schema, environment);
export type Config = ReturnType<typeof config>;
