import type { WorkSession } from '@repairline/contracts/repairs/views';
import { api } from '../api';

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** null if no session runs. Never cached. */
    currentSession: build.query<WorkSession | null, void>({
      query: () => 'sessions/current',
      keepUnusedDataFor: 0,
      providesTags: ['WorkSession'],
    }),
    /**
     * The same for screens, which poll at their own pace: a shared cache entry would be polled at the fastest pace
     * only.
     */
    screenSession: build.query<WorkSession | null, void>({
      query: () => 'sessions/current',
      keepUnusedDataFor: 0,
      providesTags: ['WorkSession'],
    }),
    startSession: build.mutation<WorkSession, void>({
      query: () => ({ url: 'sessions/start', method: 'POST' }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const started = await queryFulfilled.catch(() => undefined);
        if (started) for (const change of showing(started.data)) dispatch(change);
      },
      invalidatesTags: ['WorkSession'],
    }),
    endSession: build.mutation<WorkSession, void>({
      query: () => ({ url: 'sessions/end', method: 'POST' }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const ended = await queryFulfilled.catch(() => undefined);
        if (ended) for (const change of showing(null)) dispatch(change);
      },
      invalidatesTags: ['WorkSession'],
    }),
  }),
});

/**
 * Shows the change without waiting for the next read; until then, a person who has just started a session would be
 * reminded to start one.
 */
function showing(session: WorkSession | null) {
  const queries = ['currentSession', 'screenSession'] as const;
  return queries.map((query) => sessionsApi.util.updateQueryData(query, undefined, () => session));
}

export const { useCurrentSessionQuery, useScreenSessionQuery, useStartSessionMutation, useEndSessionMutation } =
  sessionsApi;
