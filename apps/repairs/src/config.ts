import { districtConfig, readConfig, serviceConfig } from '@repairline/service-kit/config';

const { SCHOOLS_FILE } = districtConfig;

export const schema = serviceConfig.extend({ SCHOOLS_FILE });

/** The environment, read once at start. */
export const config = () => readConfig(schema);
export type Config = ReturnType<typeof config>;
