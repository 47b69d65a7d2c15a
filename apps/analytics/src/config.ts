import { districtConfig, edgeConfig, followerConfig, readConfig, serviceConfig } from '@repairline/service-kit/config';

const { DATABASE_URL } = serviceConfig.shape;
const { DISTRICT_TIMEZONE } = districtConfig;

/** There is no log to decrypt, so there is no key. */
export const schema = edgeConfig.extend({ ...followerConfig, DATABASE_URL, DISTRICT_TIMEZONE });

/** The environment, read once at start. */
export const config = () => readConfig(schema);
export type Config = ReturnType<typeof config>;
