import { districtConfig, readConfig, serviceConfig } from '@repairline/service-kit/config';

const { DISTRICT_TIMEZONE } = districtConfig;

export const schema = serviceConfig.extend({ DISTRICT_TIMEZONE });

/** The environment, read once at start. */
export const config = () => readConfig(schema);
export type Config = ReturnType<typeof config>;
