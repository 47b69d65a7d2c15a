import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Refusal } from '../features/testing/form-store';
import { admin, findToast, held, member } from '../features/testing/open-screen';
import { goTo, openPage } from './testing/open-page';

jest.setTimeout(60_000);

const loginForm = () => screen.findByRole('heading', { name: 'Sign in to Repairline' });
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const header = () => screen.queryByRole('banner');

// proves s2.access.signed-out-login-only s2.login.email-field s2.login.password-field s2.login.sign-in-button
// proves s2.login.helper-school-email s2.login.helper-domain-only d.accounts.no-sign-up-screen
test('a signed-out visitor sees only the login screen at every address', async () => {
  await openPage('/', null);
  await loginForm();
  const screens = ['/', '/devices', '/devices/CB-1', '/completed-repairs', '/analytics', '/technician', '/admin'];
  for (const path of [...screens, '/profile', '/sign-up', '/nowhere']) {
    await goTo(path);
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Sign in to Repairline']);
    expect(header()).toBeNull();
  }
  expect(screen.getByLabelText<HTMLInputElement>(/^Email/u).type).toBe('email');
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/u).type).toBe('password');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['', 'Sign In', 'First time here?'],
  ]);
  expect(
    screen.getByText("Use your school email. Only the school's email domain (@school.example) is allowed."),
  ).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByText(/sign up|register|create an account/iu)).toBeNull();
});

// proves s2.routes.root s2.routes.devices s2.routes.completed-repairs s2.routes.analytics s2.routes.admin
// proves s2.routes.technician s2.routes.profile s1.admin.analytics s2.access.not-found-title s2.access.not-found-text
// proves d.names.page-title
test('each address shows its screen, with a title of its own that has the product name', async () => {
  await openPage('/', admin);
  for (const [path, heading, tab = heading] of [
    ['/', 'Device Management'],
    ['/completed-repairs', 'Completed Repairs'],
    ['/devices', 'Device Management'],
    ['/analytics', 'Analytics Dashboard', 'Analytics'],
    ['/technician', 'My Workbench'],
    ['/admin', 'Admin Panel'],
    ['/admin/status', 'System Status'],
    ['/profile', 'Profile Settings'],
    ['/nowhere', 'Page Not Found'],
  ] as const) {
    await goTo(path);
    await screen.findByText(heading, { selector: 'h1' });
    await waitFor(() => expect(document.title).toBe(`${tab} · Repairline`));
  }
  expect(screen.getByText("The page you're looking for doesn't exist.")).toBeTruthy();
});

// proves s2.access.loading-indicator s8.load.user s7.auth.user-no-retry
test('a loading indicator shows until it is known who is signed in; if it cannot be known, only Retry asks again', async () => {
  jest.useFakeTimers();
  const { answer, go } = held(new Refusal('Away', 503));
  const { server, asked } = await openPage('/profile', member, { 'GET auth/user': answer });
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  expect(header()).toBeNull();
  go();
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch user');
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(asked('auth/user')).toBe(1);
  server['GET auth/user'] = { user: member };
  fireEvent.click(screen.getByText('Retry'));
  await screen.findByRole('banner');
  expect(asked('auth/user')).toBe(2);
  jest.useRealTimers();
});

// proves d.accounts.any-401-asks-user s4.signed-in.401-means-signed-out
test('after a 401 to any call the page asks who is signed in; if nobody is, the login screen shows', async () => {
  const { server, asked } = await openPage('/profile', member, { 'PATCH profile': new Refusal('No', 401) });
  const name = await screen.findByLabelText(/^Display Name/u);
  server['GET auth/user'] = new Refusal('No', 401);
  fireEvent.change(name, { target: { value: 'Rosa' } });
  fireEvent.click(screen.getByText('Save Changes'));
  await loginForm();
  expect(screen.getByText(/^You have been signed out\./u)).toBeTruthy();
  expect(header()).toBeNull();
  expect(asked('auth/user')).toBe(2);
});

// proves s7.auth.login-refreshes-user d.calls.csrf-dropped-at-sign-in
test('after a sign-in the page asks who is signed in, and the next change takes a new CSRF token', async () => {
  const { server, asked } = await openPage('/profile', null, {
    ...{ 'POST login': { user: member }, 'PATCH profile': { user: member } },
  });
  await loginForm();
  server['GET auth/user'] = { user: member };
  type(/^Email/u, member.email);
  type(/^Password/u, 'something long');
  fireEvent.click(screen.getByText('Sign In'));
  await screen.findByRole('banner');
  expect(asked('auth/user')).toBe(2);
  const before = asked('csrf-token');
  await screen.findByLabelText(/^Display Name/u);
  type(/^Display Name/u, 'Rosa');
  fireEvent.click(screen.getByText('Save Changes'));
  await findToast('status', 'Profile updated successfully');
  expect(asked('csrf-token')).toBe(before + 1);
});

test('a signed-out tab follows a sign-in in another tab when it gets the focus', async () => {
  const { server } = await openPage('/profile', member, { 'PATCH profile': new Refusal('No', 401) });
  for (const [person, initials] of [
    [member, 'RL'],
    [{ ...member, id: 'u2', name: 'Tess Berg' }, 'TB'],
  ] as const) {
    const name = await screen.findByLabelText(/^Display Name/u);
    server['GET auth/user'] = new Refusal('No', 401);
    fireEvent.change(name, { target: { value: 'Someone' } });
    fireEvent.click(screen.getByText('Save Changes'));
    await loginForm();
    server['GET auth/user'] = { user: person };
    fireEvent.focus(window);
    await screen.findByLabelText(`User menu ${initials}`);
  }
});
