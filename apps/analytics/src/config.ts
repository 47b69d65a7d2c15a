import { districtConfig, processConfig, readConfig, serviceConfig } from '@repairline/service-kit/config';

const { DATABASE_URL } = serviceConfig.shape;
const { DISTRICT_TIMEZONE } = districtConfig;

/** Analytics has no log to decrypt, so it takes no key. */
export const schema = processConfig.extend({ DATABASE_URL, DISTRICT_TIMEZONE });

/** The environment, read once at start. */
export const config = () => readConfig(schema);
export type Config = ReturnType<typeof config>;
