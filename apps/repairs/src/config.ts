import { districtConfig, readConfig, serviceConfig } from '@repairline/service-kit/config';

const { SCHOOLS_FILE } = districtConfig;

/** The environment, read once at start. */
export const config = () => readConfig(serviceConfig.extend({ SCHOOLS_FILE }));
export type Config = ReturnType<typeof config>;
