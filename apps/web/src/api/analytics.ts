import type { Analytics } from '@repairline/contracts/analytics/views';
import { api } from './api';

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    analytics: build.query<Analytics | null, void>({ query: () => 'analytics', providesTags: ['Analytics'] }),
  }),
});

export const { useAnalyticsQuery } = analyticsApi;
