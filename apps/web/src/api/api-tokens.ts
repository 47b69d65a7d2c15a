import type { newApiTokenBody } from '@repairline/contracts/http/bodies';
import type { ApiToken } from '@repairline/contracts/identity/views';
import type { z } from 'zod';
import { api } from './api';
import type { ChangeArgs } from './base-query';

export type NewApiToken = z.infer<typeof newApiTokenBody>;

interface Creation {
  name: string;
  /** Until it expires. */
  days: number;
}

const creation = (body: Creation): ChangeArgs => ({ url: 'profile/tokens', method: 'POST', body, adds: true });

const lifeOf = ({ createdAt, expiresAt }: ApiToken) =>
  Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000);

/**
 * Changes reread the list after a failure too: a token whose creation got no answer may exist, and someone else may have
 * revoked a token first.
 */
const apiTokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiTokens: build.query<ApiToken[], void>({ query: () => 'profile/tokens', providesTags: ['ApiTokens'] }),
    createApiToken: build.mutation<NewApiToken, Creation>({
      query: creation,
      invalidatesTags: ['ApiTokens'],
    }),
    revokeApiToken: build.mutation<unknown, ApiToken>({
      query: (token) => ({
        url: ['profile', 'tokens', token.id],
        method: 'DELETE',
        undoes: creation({ name: token.name, days: lifeOf(token) }),
      }),
      invalidatesTags: ['ApiTokens'],
    }),
  }),
});

export const { useApiTokensQuery, useCreateApiTokenMutation, useRevokeApiTokenMutation } = apiTokensApi;
