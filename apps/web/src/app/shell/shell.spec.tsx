import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Refusal } from '../../features/testing/form-store';
import { admin, findToast, held, member } from '../../features/testing/open-screen';
import { goTo, openPage, openUserMenu } from '../testing/open-page';

jest.setTimeout(60_000);

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('nav a')];
const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const ROLE_IS_MISSING = 'You need the Admin role to see this page';

// proves s2.nav.devices-for-all s2.nav.completed-repairs-for-admin s2.nav.analytics-for-admin
// proves s2.nav.workbench-for-admin s2.nav.admin-for-admin d.names.header-title
test('the header leads an Admin to every screen', async () => {
  await openPage('/profile', admin);
  await screen.findByRole('heading', { name: 'Profile Settings' });
  expect(links().map(({ pathname, textContent }) => [textContent, pathname])).toEqual([
    ['Devices', '/devices'],
    ['Completed Repairs', '/completed-repairs'],
    ['Analytics', '/analytics'],
    ['My Workbench', '/technician'],
    ['Admin', '/admin'],
  ]);
  expect(within(screen.getByRole('banner')).getByText('Repairline').getAttribute('href')).toBe('/devices');
});

// proves s2.nav.devices-for-all s6.nav.completed-repairs-hidden s6.nav.analytics-hidden s6.nav.workbench-hidden
// proves s6.nav.admin-hidden s2.nav.devices-active-on-root s2.nav.devices-active-on-list
// proves s2.nav.devices-active-on-detail d.roles.technician-open-to-all d.roles.analytics-page-member
// proves d.roles.admin-page-member s6.exports.panel-admin-only
test('the header leads a Member to Devices only, and the screens for Admins say that the role is missing', async () => {
  await openPage('/profile', member);
  await screen.findByRole('heading', { name: 'Profile Settings' });
  expect(texts(links())).toEqual(['Devices']);
  const isActive = () => links()[0]?.getAttribute('aria-current') === 'page';
  expect(isActive()).toBe(false);
  for (const path of ['/', '/devices', '/devices/CB-1']) {
    await goTo(path);
    expect(isActive()).toBe(true);
  }
  await goTo('/technician');
  await screen.findByRole('heading', { name: 'My Workbench' });
  for (const path of ['/analytics', '/admin']) {
    await goTo(path);
    await screen.findByRole('heading', { name: ROLE_IS_MISSING });
    expect(texts(links())).toEqual(['Devices']);
    expect(screen.queryByText(/Export|crap|Approve/u)).toBeNull();
  }
});

// proves s2.shell.help-button s2.guide.sections s2.guide.getting-started-add-device
// proves s2.guide.getting-started-start-work s2.guide.admin-only s2.guide.got-it s4.priority.high-meaning
// proves s4.priority.medium-meaning s4.priority.low-meaning
test('the help button opens the user guide, and Got it! closes it', async () => {
  await openPage('/profile', member);
  fireEvent.click(await screen.findByLabelText('Help'));
  const guide = within(await screen.findByRole('dialog', { name: 'User Guide' }));
  expect(texts(guide.getAllByRole('heading', { level: 3 }))).toEqual([
    ...['Overview', 'Getting Started', 'Device Status System', 'Priority Levels', 'Repair Logging', 'Navigation'],
    'Tips',
  ]);
  const section = (name: string) => guide.getByRole('region', { name }).textContent;
  expect(section('Getting Started')).toContain("'Add Device' button");
  expect(section('Getting Started')).toContain('press Start Work');
  expect(section('Navigation')).toContain('Analytics, Billing and My Workbench are admin only');
  const priorities = section('Priority Levels');
  expect(priorities).toMatch(/High\W+critical issues affecting learning/u);
  expect(priorities).toMatch(/Medium\W+standard repairs/u);
  expect(priorities).toMatch(/Low\W+low impact/u);
  fireEvent.click(guide.getByText('Got it!'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

// proves s2.shell.user-menu s2.user-menu.name s2.user-menu.name-fallback s2.user-menu.email s2.user-menu.role-line
// proves s2.user-menu.profile-settings
test('the user menu shows who is signed in and leads to their profile, and shows a new name at once', async () => {
  const { server } = await openPage('/technician', { ...member, name: '' }, { 'PATCH profile': { user: member } });
  const menu = await openUserMenu();
  expect(menu.textContent).toMatch(/^Userrosa@school\.exampleRole: Member/u);
  fireEvent.click(within(menu).getByText('Profile Settings'));
  await screen.findByRole('heading', { name: 'Profile Settings' });
  expect(location.pathname).toBe('/profile');
  server['GET auth/user'] = { user: member };
  fireEvent.change(screen.getByLabelText(/^Display Name/u), { target: { value: member.name } });
  fireEvent.click(screen.getByText('Save Changes'));
  await findToast('status', 'Profile updated successfully');
  expect((await openUserMenu()).textContent).toMatch(/^Rosa Lindrosa@school\.example/u);
});

const session = { id: 's1', userId: member.id, startTime: '2026-03-10T08:05:00.000Z', endTime: null };

// proves s2.user-menu.start-session s8.toast.session-started s2.user-menu.session-banner s2.user-menu.end-session
// proves s8.toast.session-ended s8.failure.session-start s8.failure.session-end
test('a work session is started and ended in the user menu, once it is known whether one is running', async () => {
  const { answer, go } = held(null);
  const { server } = await openPage('/profile', member, {
    ...{ 'GET sessions/current': answer, 'POST sessions/start': new Refusal('Away'), 'POST sessions/end': session },
  });
  const choose = async (text: string) => {
    const menu = screen.queryByRole('menu')?.parentElement ?? (await openUserMenu());
    fireEvent.click(within(menu).getByText(text));
  };
  const item = (text: string) => screen.findByRole('menuitem', { name: text });
  await openUserMenu();
  expect((await item('Start work session')).getAttribute('aria-disabled')).toBe('true');
  await act(async () => go());
  await waitFor(async () => expect((await item('Start work session')).getAttribute('aria-disabled')).not.toBe('true'));

  await choose('Start work session');
  await findToast('alert', 'Failed to start work session');
  server['POST sessions/start'] = session;
  server['GET sessions/current'] = session;
  await choose('Start work session');
  await findToast('status', 'Work session started', 'Your repair time is now being tracked');

  server['POST sessions/end'] = new Refusal('Away');
  const menu = await openUserMenu();
  expect(within(menu).getByRole('group', { name: 'Active session' }).textContent).toMatch(/Started .*8:05/u);
  await choose('End work session');
  await findToast('alert', 'Failed to end work session');
  server['POST sessions/end'] = session;
  server['GET sessions/current'] = null;
  await choose('End work session');
  await findToast('status', 'Work session ended', 'Your session has been saved');
  expect((await openUserMenu()).textContent).not.toContain('Active session');
});

// proves s9.session-poll-shell s7.auth.session-only-signed-in
test('whether a work session runs is asked only while signed in, every five seconds, in the background too', async () => {
  jest.useFakeTimers();
  const signedOut = await openPage('/profile', null);
  await screen.findByText('Sign In');
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(signedOut.asked('sessions/current')).toBe(0);
  cleanup();

  const { asked } = await openPage('/profile', member);
  await screen.findByLabelText(/^User menu/u);
  const isVisible = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  fireEvent(document, new Event('visibilitychange'));
  const before = asked('sessions/current');
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  expect(asked('sessions/current') - before).toBe(4);
  isVisible.mockRestore();
  jest.useRealTimers();
});
