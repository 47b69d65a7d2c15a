import { districtConfig, readConfig, serviceConfig } from '@repairline/service-kit/config';

const { DISTRICT_TIMEZONE } = districtConfig;

/** The environment, read once at start. */
export const config = () => readConfig(serviceConfig.extend({ DISTRICT_TIMEZONE }));
export type Config = ReturnType<typeof config>;
