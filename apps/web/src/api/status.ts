import type { SystemStatus } from '@repairline/contracts/standing';
import { api } from './api';

const statusApi = api.injectEndpoints({
  endpoints: (build) => ({
    systemStatus: build.query<SystemStatus, void>({ query: () => 'admin/status', keepUnusedDataFor: 0 }),
  }),
});

export const { useSystemStatusQuery } = statusApi;
