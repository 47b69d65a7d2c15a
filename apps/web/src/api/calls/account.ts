import type { District } from '@repairline/contracts/district';
import type { Credentials } from '@repairline/contracts/identity/requests';
import type { SignedInUser, Technician } from '@repairline/contracts/identity/views';
import { api, csrfToken } from '../api';

/** How long the answer to 'who is signed in' stays valid, in seconds. */
export const CACHED_FOR = 300;

export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** null: nobody is signed in. */
    currentUser: build.query<SignedInUser | null, void>({
      queryFn: async (_, __, ___, call) => {
        const { data, error } = await call('auth/user');
        if (error) return error.status === 401 ? { data: null } : { error };
        return { data: (data as { user: SignedInUser }).user };
      },
      keepUnusedDataFor: CACHED_FOR,
      providesTags: ['CurrentUser'],
    }),
    district: build.query<District, void>({ query: () => 'district', providesTags: ['District'] }),
    technicians: build.query<Technician[], void>({ query: () => 'users', providesTags: ['Users'] }),
    signIn: build.mutation<{ user: SignedInUser }, Credentials>({
      query: (body) => ({ url: 'login', method: 'POST', body }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const signedIn = await queryFulfilled.then(
          () => true,
          () => false,
        );
        csrfToken.drop();
        // Nothing that was shown to the previous person may be shown to the next.
        if (signedIn) dispatch(api.util.resetApiState());
      },
    }),
    signOut: build.mutation<unknown, void>({
      query: () => ({ url: 'logout', method: 'POST' }),
      async onQueryStarted(_, { queryFulfilled }) {
        await queryFulfilled.catch(() => undefined);
        csrfToken.drop();
      },
    }),
  }),
});

/** How old the list of technicians may be when a choice among them opens, in seconds: Members get no notice of changes. */
const TECHNICIANS_FOR = 60;

export const { useCurrentUserQuery, useDistrictQuery, useTechniciansQuery, useSignInMutation, useSignOutMutation } =
  accountApi;

export const useTechnicians = () => useTechniciansQuery(undefined, { refetchOnMountOrArgChange: TECHNICIANS_FOR });
