import type { newApiTokenBody } from '@repairline/contracts/http/bodies';
import type { DisplayNameBody } from '@repairline/contracts/identity/requests';
import type { ApiToken, OpenSignIn, SignedInUser } from '@repairline/contracts/identity/views';
import type { z } from 'zod';
import { accountApi } from '../../api/calls/account';
import { api } from '../../api/api';
import type { ChangeArgs } from '../../api/base-query';

export type NewApiToken = z.infer<typeof newApiTokenBody>;

interface Creation {
  name: string;
  /** Until it expires. */
  days: number;
}

const creation = (body: Creation): ChangeArgs => ({ url: 'profile/tokens', method: 'POST', body, adds: true });

const lifeOf = ({ createdAt, expiresAt }: ApiToken) =>
  Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000);

export const profileApi = api.enhanceEndpoints({ addTagTypes: ['SignIns'] }).injectEndpoints({
  endpoints: (build) => ({
    renameSelf: build.mutation<{ user: SignedInUser }, DisplayNameBody>({
      query: (body) => ({ url: 'profile', method: 'PATCH', body }),
      // The new name shows at once, without waiting for the next read.
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const renamed = await queryFulfilled.catch(() => undefined);
        if (renamed) dispatch(accountApi.util.updateQueryData('currentUser', undefined, () => renamed.data.user));
      },
      invalidatesTags: (_, error) =>
        error ? [] : ['CurrentUser', 'Users', 'Device', 'DeviceList', 'DevicePages', 'Activity'],
    }),
    /**
     * Changes reread it after a failure too: a token whose creation got no answer may exist, and someone else may have
     * revoked a token first.
     */
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
    signIns: build.query<OpenSignIn[], void>({ query: () => 'profile/sign-ins', providesTags: ['SignIns'] }),
    /** Without an id, all but this one. */
    endSignIns: build.mutation<unknown, string | undefined>({
      query: (id) => ({ url: ['profile', 'sign-ins', ...(id ? [id] : [])], method: 'DELETE' }),
      invalidatesTags: ['SignIns'],
    }),
    changePassword: build.mutation<unknown, { password: string; newPassword: string }>({
      query: (body) => ({ url: 'profile/password', method: 'POST', body }),
      invalidatesTags: ['SignIns'],
    }),
  }),
});

export const {
  useRenameSelfMutation,
  useApiTokensQuery,
  useCreateApiTokenMutation,
  useRevokeApiTokenMutation,
  useSignInsQuery,
  useEndSignInsMutation,
  useChangePasswordMutation,
} = profileApi;
