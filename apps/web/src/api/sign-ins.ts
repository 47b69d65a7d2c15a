import type { OpenSignIn } from '@repairline/contracts/identity/views';
import { api } from './api';

const signInsApi = api.enhanceEndpoints({ addTagTypes: ['SignIns'] }).injectEndpoints({
  endpoints: (build) => ({
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

export const { useSignInsQuery, useEndSignInsMutation, useChangePasswordMutation } = signInsApi;
