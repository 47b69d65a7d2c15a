import type { WorkSession } from '@repairline/contracts/repairs/views';
import { api } from './api';

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** null: none runs. Never cached. */
    currentSession: build.query<WorkSession | null, void>({
      query: () => 'sessions/current',
      keepUnusedDataFor: 0,
      providesTags: ['WorkSession'],
    }),
    /** The same for screens, which ask at a pace of their own: one entry is polled only as its most eager asker wants. */
    screenSession: build.query<WorkSession | null, void>({
      query: () => 'sessions/current',
      keepUnusedDataFor: 0,
      providesTags: ['WorkSession'],
    }),
    startSession: build.mutation<WorkSession, void>({
      query: () => ({ url: 'sessions/start', method: 'POST' }),
      invalidatesTags: ['WorkSession'],
    }),
    endSession: build.mutation<WorkSession, void>({
      query: () => ({ url: 'sessions/end', method: 'POST' }),
      invalidatesTags: ['WorkSession'],
    }),
  }),
});

export const { useCurrentSessionQuery, useScreenSessionQuery, useStartSessionMutation, useEndSessionMutation } =
  sessionsApi;
