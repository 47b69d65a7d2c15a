import { districtConfig, edgeConfig, readConfig, serviceConfig } from '@repairline/service-kit/config';

const { DATABASE_URL } = serviceConfig.shape;
const { DISTRICT_TIMEZONE } = districtConfig;

/** The environment, read once at start. There is no log to decrypt, so there is no key. */
export const config = () => readConfig(edgeConfig.extend({ DATABASE_URL, DISTRICT_TIMEZONE }));
export type Config = ReturnType<typeof config>;
