import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useCurrentUserQuery } from '../../api/calls/account';
import { api } from '../../api/api';
import { Refusal } from '../testing/form-store';
import { findToast, held, member as rosa, openScreen } from '../testing/open-screen';
import { ProfileSettings } from './profile-settings';

function Profile() {
  const { data: user } = useCurrentUserQuery();
  return user ? <ProfileSettings user={user} /> : null;
}

/** Opens the profile of this person, whom the server renames. */
async function openProfile(user = rosa) {
  const known = { user };
  const opened = openScreen(<Profile />, {
    'GET auth/user': () => ({ ...known }),
    'GET profile/tokens': [],
    'GET profile/sign-ins': [],
    'PATCH profile': (body: { name: string }) => {
      known.user = { ...known.user, ...body };
      return { ...known };
    },
  });
  await screen.findByLabelText(/^Display Name/u);
  const refetch = () => act(() => void opened.store.dispatch(api.util.invalidateTags(['CurrentUser'])));
  return { ...opened, known, refetch };
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^Display Name/u);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sav/u });
const isDisabledInReach = () => save().matches('[aria-disabled="true"]:enabled');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

// proves s2.profile.email-read-only s2.profile.email-text s2.profile.role s2.profile.role-text
// proves s2.profile.display-name
test('the name can be changed; the email and the role cannot, and the profile says so', async () => {
  await openProfile();
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  expect([email.value, email.readOnly]).toEqual(['rosa@school.example', true]);
  expect(screen.getByText('Email cannot be changed')).toBeTruthy();
  const role = screen.getByLabelText<HTMLInputElement>('Role');
  expect([role.value, role.readOnly]).toEqual(['Member', true]);
  expect(screen.getByText('Contact an administrator to change your role')).toBeTruthy();
  expect([field().value, field().readOnly]).toEqual(['Rosa Lind', false]);
});

// proves s2.profile.save-disabled-empty s2.profile.save-disabled-unchanged s5.profile.name-not-empty
test('an empty or unchanged name cannot be saved, and a removed one is an error', async () => {
  const { sent } = await openProfile();
  for (const unchanged of ['Rosa Lind', 'Rosa Lind ']) {
    type(unchanged);
    expect(isDisabledInReach()).toBe(true);
    expect(screen.queryByText('Name cannot be empty')).toBeNull();
  }
  for (const empty of ['', '   ']) {
    type(empty);
    expect(isDisabledInReach()).toBe(true);
    expect(screen.getByText('Name cannot be empty')).toBeTruthy();
  }
  fireEvent.click(save());
  expect(sent).toEqual([]);
});

test('a person without a name has none to remove', async () => {
  await openProfile({ ...rosa, name: '' });
  type('   ');
  expect(isDisabledInReach()).toBe(true);
  expect(screen.queryByText('Name cannot be empty')).toBeNull();
});

// proves s2.profile.save-button s5.profile.name-trimmed s8.toast.profile-updated s7.auth.profile-refreshes-user
test('a saved name is shown as it was saved, and a later change by others is shown too', async () => {
  const { server, sent, known, reads, refetch } = await openProfile();
  const { answer, go } = held({ user: { ...rosa, name: 'Rosa Berg' } });
  server['GET auth/user'] = answer;
  type('  Rosa Berg ');
  fireEvent.click(save());
  await findToast('status', 'Profile updated successfully');
  expect(sent).toEqual([{ name: 'Rosa Berg', expected: { name: 'Rosa Lind' } }]);
  expect(field().value).toBe('Rosa Berg');
  expect(reads('auth/user')).toBe(2);
  await act(async () => go());
  known.user = { ...known.user, name: 'Rosa Lind-Berg' };
  server['GET auth/user'] = () => ({ ...known });
  refetch();
  await waitFor(() => expect(field().value).toBe('Rosa Lind-Berg'));
});

// proves s2.profile.saving s2.profile.save-disabled-pending
test('the button keeps the focus while the name is saved, once, and when nothing is left to save', async () => {
  const { sent } = await openProfile();
  type('Rosa Berg');
  save().focus();
  fireEvent.click(save());
  expect(save().textContent).toBe('Saving...');
  expect(isDisabledInReach()).toBe(true);
  fireEvent.click(save());
  await findToast('status', 'Profile updated successfully');
  expect(save().textContent).toBe('Save Changes');
  expect(isDisabledInReach()).toBe(true);
  expect(document.activeElement).toBe(save());
  fireEvent.click(save());
  expect(save().textContent).toBe('Save Changes');
  expect(sent).toHaveLength(1);
});

// proves s8.failure.profile-fallback
test('a failure without a message shows the fallback and keeps the text', async () => {
  const { server } = await openProfile();
  server['PATCH profile'] = new Refusal('', 500);
  type('Rosa B. Lind');
  fireEvent.click(save());
  await findToast('alert', 'Error', 'Failed to update profile');
  expect(field().value).toBe('Rosa B. Lind');
});
