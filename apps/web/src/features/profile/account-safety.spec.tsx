import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Refusal } from '../testing/form-store';
import { findToast, openScreen } from '../testing/open-screen';
import { ApiTokens } from './api-tokens';
import { ChangePassword } from './change-password';
import { SignIns } from './sign-ins';

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a password is changed with the old one and the new one typed twice, and the fields are empty again', async () => {
  const { sent, server } = openScreen(<ChangePassword />, { 'POST profile/password': {} });
  const press = () => fireEvent.click(screen.getByText('Change password'));
  type(/^Current password/u, 'copper-lantern-72');
  type(/^New password/u, 'velvet-harbour-88');
  type(/^Repeat new password/u, 'velvet-harbour');
  press();
  expect(await screen.findByText('The two passwords differ')).toBeTruthy();
  type(/^Repeat new password/u, 'velvet-harbour-88');
  const message = 'This is not your current password';
  server['POST profile/password'] = new Refusal(message, 400, { issues: [{ path: 'password', message }] });
  press();
  expect(await screen.findByText(message)).toBeTruthy();
  server['POST profile/password'] = {};
  press();
  await findToast('status', 'Password changed. Your other sign-ins have ended.');
  expect(sent.at(-1)).toEqual({ password: 'copper-lantern-72', newPassword: 'velvet-harbour-88' });
  expect(screen.getByLabelText<HTMLInputElement>(/^Current password/u).value).toBe('');
});

test('sign-ins are listed with their browsers, and those elsewhere end one by one or together', async () => {
  const now = new Date().toISOString();
  const here = { id: 's1', browser: 'Chrome on ChromeOS', createdAt: now, lastSeenAt: now, current: true };
  const phone = { ...here, id: 's2', browser: 'Safari on iPhone', current: false };
  const known = [here, phone, { ...phone, id: 's3', browser: 'Edge on Windows' }];
  const { calls } = openScreen(<SignIns />, {
    'GET profile/sign-ins': () => [...known],
    'DELETE profile/sign-ins/s2': () => known.splice(1, 1),
    'DELETE profile/sign-ins': () => known.splice(1),
  });
  const rows = async () => within(await screen.findByLabelText('Your sign-ins')).getAllByRole('listitem');
  await screen.findByText('Safari on iPhone');
  expect(within((await rows())[0] as HTMLElement).queryByRole('button')).toBeNull();
  fireEvent.click(screen.getByLabelText('Sign out Safari on iPhone'));
  await findToast('status', 'Signed out there');
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  fireEvent.click(screen.getByText('Sign out everywhere else'));
  await findToast('status', 'Signed out everywhere else');
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(screen.queryByText('Sign out everywhere else')).toBeNull();
  expect(calls.filter(({ url }) => url.includes('sign-ins/')).map(({ url }) => url)).toEqual([
    '/api/profile/sign-ins/s2',
  ]);
});

test('a token says when it expires, or that it has', async () => {
  const token = { id: 't1', name: 'Report', createdAt: '2026-01-05T08:00:00.000Z', lastUsedAt: null };
  openScreen(<ApiTokens />, {
    'GET profile/tokens': [
      { ...token, expiresAt: '2126-02-05T08:00:00.000Z' },
      { ...token, id: 't2', expiresAt: '2026-02-05T08:00:00.000Z' },
    ],
  });
  const items = within(await screen.findByLabelText('Your tokens'));
  await waitFor(() => expect(items.getAllByRole('listitem')).toHaveLength(2));
  expect(items.getByText(/Expires Feb 5, 2126/u)).toBeTruthy();
  expect(items.getByText(/Expired Feb 5, 2026/u)).toBeTruthy();
});
