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

/** At once, not only when it has been read again: meanwhile whoever has just started one would be reminded to. */
function showing(session: WorkSession | null) {
  const queries = ['currentSession', 'screenSession'] as const;
  return queries.map((query) => sessionsApi.util.updateQueryData(query, undefined, () => session));
}

export const { useCurrentSessionQuery, useScreenSessionQuery, useStartSessionMutation, useEndSessionMutation } =
  sessionsApi;
