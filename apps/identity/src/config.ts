import { z } from 'zod';
import { email } from '@repairline/contracts/text';
import { districtConfig, readConfig, serviceConfig } from '@repairline/service-kit/config';
import { isOfDomains, passwordFault } from './domain/account-rules';

const hours = (standard: number) =>
  z.coerce
    .number('must be a number of hours')
    .positive('must be more than 0')
    .max(8_760, 'is too long')
    .default(standard);

export const schema = serviceConfig
  .extend({
    SCHOOL_EMAIL_DOMAINS: districtConfig.SCHOOL_EMAIL_DOMAINS,
    /** Made an approved Admin if there is none yet. */
    ADMIN_EMAIL: email.optional(),
    ADMIN_PASSWORD: z.string().optional(),
    SESSION_IDLE_HOURS: hours(12),
    SESSION_MAX_HOURS: hours(168),
  })
  .transform((config) => ({
    ...config,
    ADMIN_EMAIL: config.ADMIN_EMAIL ?? `admin@${config.SCHOOL_EMAIL_DOMAINS[0] ?? ''}`,
  }))
  .superRefine(({ ADMIN_EMAIL, ADMIN_PASSWORD, SCHOOL_EMAIL_DOMAINS }, context) => {
    const complain = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (!isOfDomains(ADMIN_EMAIL, SCHOOL_EMAIL_DOMAINS)) {
      complain('ADMIN_EMAIL', `must be an address of ${SCHOOL_EMAIL_DOMAINS.join(' or ')}`);
    }
    const fault = ADMIN_PASSWORD === undefined ? null : passwordFault(ADMIN_PASSWORD.normalize('NFKC'), ADMIN_EMAIL);
    if (fault) complain('ADMIN_PASSWORD', `cannot be used: ${fault}`);
  });

export type IdentityConfig = z.output<typeof schema>;

export function readIdentityConfig(environment = process.env): IdentityConfig {
  return readConfig(schema, environment);
}
