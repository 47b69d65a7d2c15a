import type { DisplayNameBody } from '@repairline/contracts/identity/requests';
import type { OneTimePassword, Role, UserAccount } from '@repairline/contracts/identity/views';
import { api } from '../../api/api';

const usersAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    userAccounts: build.query<UserAccount[], void>({ query: () => 'admin/users', providesTags: ['Users'] }),
    /** Approves an account; with `false`, denies a pending one or revokes an approved one. */
    decideOnUser: build.mutation<UserAccount, { userId: string; approved: boolean; approvalCode?: string }>({
      query: (body) => ({ url: 'admin/users/approve', method: 'POST', body }),
      invalidatesTags: ['Users'],
    }),
    changeRole: build.mutation<UserAccount, { userId: string; role: Role }>({
      query: (body) => ({ url: 'admin/users/promote', method: 'POST', body }),
      invalidatesTags: ['Users'],
    }),
    resetPassword: build.mutation<OneTimePassword, string>({
      query: (userId) => ({ url: 'admin/users/reset-password', method: 'POST', body: { userId } }),
    }),
    removeUser: build.mutation<unknown, string>({
      query: (userId) => ({ url: ['admin', 'users', userId], method: 'DELETE' }),
      invalidatesTags: ['Users'],
    }),
    renameUser: build.mutation<UserAccount, DisplayNameBody & { userId: string }>({
      query: ({ userId, ...body }) => ({
        url: ['admin', 'users', userId],
        method: 'PATCH',
        body,
      }),
      // The name shows wherever the person is mentioned.
      invalidatesTags: [
        'Users',
        'CurrentUser',
        'Device',
        'DeviceList',
        'DevicePages',
        'Activity',
        'Billing',
        'Analytics',
      ],
    }),
  }),
});

export const {
  useUserAccountsQuery,
  useLazyUserAccountsQuery,
  useDecideOnUserMutation,
  useChangeRoleMutation,
  useRenameUserMutation,
  useResetPasswordMutation,
  useRemoveUserMutation,
} = usersAdminApi;
