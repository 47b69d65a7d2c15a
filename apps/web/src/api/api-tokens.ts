import type { newApiTokenBody } from '@repairline/contracts/http/bodies';
import type { ApiToken } from '@repairline/contracts/identity/views';
import type { z } from 'zod';
import { api } from './api';
import type { CallArgs } from './base-query';

export type NewApiToken = z.infer<typeof newApiTokenBody>;

const creation = (name: string): CallArgs => ({ url: 'profile/tokens', method: 'POST', body: { name }, adds: true });

/**
 * Changes reread the list after a failure too: a token whose creation got no answer may exist, and someone else may have
 * revoked a token first.
 */
const apiTokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiTokens: build.query<ApiToken[], void>({ query: () => 'profile/tokens', providesTags: ['ApiTokens'] }),
    createApiToken: build.mutation<NewApiToken, { name: string }>({
      query: ({ name }) => creation(name),
      invalidatesTags: ['ApiTokens'],
    }),
    revokeApiToken: build.mutation<unknown, Pick<ApiToken, 'id' | 'name'>>({
      query: ({ id, name }) => ({ url: ['profile', 'tokens', id], method: 'DELETE', undoes: creation(name) }),
      invalidatesTags: ['ApiTokens'],
    }),
  }),
});

export const { useApiTokensQuery, useCreateApiTokenMutation, useRevokeApiTokenMutation } = apiTokensApi;
