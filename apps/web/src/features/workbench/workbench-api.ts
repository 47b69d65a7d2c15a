import type { Device, RepairLog } from '@repairline/contracts/repairs/views';
import { api } from '../../api/api';
import { fetchAllPages, type Answer } from '../../api/fetch-all-pages';
import { completedPerWeek, windowStart } from './figures';

export interface Completions {
  total: number;
  perWeek: number;
}

/** The parts of a query that a screen needs. */
export interface Load<T> {
  data?: T;
  error?: unknown;
  refetch: () => unknown;
}

/** All statuses but COMPLETED, those in progress first. */
const ASSIGNED = ['IN_PROGRESS', 'INTAKE', 'PARTS'] as const;

const workbenchApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The devices assigned to `email` whose status is not COMPLETED, however many were completed before. */
    assignments: build.query<Device[], string>({
      queryFn: async (email, _, __, call): Promise<Answer<Device[]>> => {
        const found: Device[] = [];
        for (const status of ASSIGNED) {
          const { data, error } = await fetchAllPages<Device>(call, 'devices', { assignedTo: email, status });
          if (error) return { error };
          found.push(...data);
        }
        return { data: found };
      },
      providesTags: ['DeviceList'],
    }),
    completions: build.query<Completions, string>({
      queryFn: async (email, _, __, call): Promise<Answer<Completions>> => {
        const mine = { technician: email, completed: 'true' };
        const counted = await call({ url: 'repair-logs', params: { ...mine, limit: '1' } });
        if (counted.error) return { error: counted.error };
        const recent = { ...mine, from: windowStart(Date.now()) };
        const { data, error } = await fetchAllPages<RepairLog>(call, 'repair-logs', recent);
        if (error) return { error };
        return { data: { total: counted.meta?.total ?? 0, perWeek: completedPerWeek(data) } };
      },
      providesTags: ['Activity'],
    }),
  }),
});

export const { useAssignmentsQuery, useCompletionsQuery } = workbenchApi;
