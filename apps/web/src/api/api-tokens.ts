import type { newApiTokenBody } from '@repairline/contracts/http/bodies';
import type { ApiToken } from '@repairline/contracts/identity/views';
import type { z } from 'zod';
import { api } from './api';

export type NewApiToken = z.infer<typeof newApiTokenBody>;

const apiTokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiTokens: build.query<ApiToken[], void>({ query: () => 'profile/tokens', providesTags: ['ApiTokens'] }),
    createApiToken: build.mutation<NewApiToken, { name: string }>({
      query: (body) => ({ url: 'profile/tokens', method: 'POST', body, adds: true }),
      invalidatesTags: (_, error) => (error ? [] : ['ApiTokens']),
    }),
    /** Rereads the list after a failure too: someone else may have revoked the token first. */
    revokeApiToken: build.mutation<unknown, string>({
      query: (tokenId) => ({ url: `profile/tokens/${encodeURIComponent(tokenId)}`, method: 'DELETE' }),
      invalidatesTags: ['ApiTokens'],
    }),
  }),
});

export const { useApiTokensQuery, useCreateApiTokenMutation, useRevokeApiTokenMutation } = apiTokensApi;
