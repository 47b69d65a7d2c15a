import type { Device } from '@repairline/contracts/repairs/views';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { DeviceManagement } from '../../app/device-management';
import { deviceWith } from '../testing/device';
import { Refusal } from '../testing/form-store';
import { admin, findToast, held, member, openScreen, type Answers } from '../testing/open-screen';

jest.setTimeout(60_000);

const intake = deviceWith({ barcodeNumber: 'CB-1', highestPriority: 'High' });
const inProgress = deviceWith({ barcodeNumber: 'CB-2', school: 'SMS', status: 'IN_PROGRESS' });
const completed = deviceWith({ barcodeNumber: 'CB-3', status: 'COMPLETED', highestPriority: 'Low' });
const parts = deviceWith({ barcodeNumber: 'CB-4', status: 'PARTS', highestPriority: 'Low' });

/** Finds as the server does, except that a text is looked for in the model alone. */
const found = (devices: Device[]) => (_: unknown, params: URLSearchParams) =>
  devices.filter(({ model, school, status, highestPriority }) => {
    const wanted = [params.get('q'), params.get('school'), params.get('status'), params.get('priority')];
    return [model, school, status, highestPriority].every((value, place) => (wanted[place] ?? value) === value);
  });

/** Opens Device Management on these devices, which change as they are changed on it. */
function openList(devices: Device[], answers: Answers = {}, user = member) {
  const change = (barcodeNumber: string) => (fields: Partial<Device>) => {
    const place = devices.findIndex((device) => device.barcodeNumber === barcodeNumber);
    devices[place] = deviceWith({ ...devices[place], ...fields });
    return devices[place];
  };
  const ofEach = devices.map(({ barcodeNumber }) => [
    [`GET devices/${barcodeNumber}`, () => devices.find((device) => device.barcodeNumber === barcodeNumber)],
    [`PATCH devices/${barcodeNumber}`, change(barcodeNumber)],
  ]);
  return openScreen(
    <Routes>
      <Route path="/devices" element={<DeviceManagement user={user} />} />
      <Route path="*" element={<Link to="/devices">Devices</Link>} />
    </Routes>,
    {
      'GET devices': found(devices),
      'GET stats': { intake: 1, inProgress: 0, completed: 1234, parts: 2 },
      'GET recent-activity': [],
      'GET sessions/current': null,
      ...(Object.fromEntries(ofEach.flat()) as Answers),
      ...answers,
    },
    '/devices',
  );
}

const row = (barcodeNumber: string) => screen.findByRole('article', { name: barcodeNumber });
const numbers = () => [...document.querySelectorAll('article')].map((row) => row.getAttribute('aria-label'));
const only = (...devices: Device[]) =>
  waitFor(() => expect(numbers()).toEqual(devices.map(({ barcodeNumber }) => barcodeNumber)));
const filter = (name: string) => screen.getByLabelText<HTMLSelectElement>(name);
const choose = (name: string, value: string) => fireEvent.change(filter(name), { target: { value } });
const options = (name: string) => [...filter(name).options].map(({ text }) => text);

// proves s2.devices.filter-title s2.devices.filter-subtitle s2.devices.filter-school s2.devices.filter-all-clears
// proves s2.devices.filter-status s2.devices.status-filter-deprovisioned s2.devices.filter-priority s9.priorities
// proves s2.devices.empty-title s2.devices.empty-hint
test('the filters narrow the list and ALL clears them; an empty list says so', async () => {
  openList([intake, inProgress, completed, parts], {}, admin);
  await only(intake, inProgress, completed, parts);
  expect(screen.getByText('Filter Devices').tagName).toBe('H2');
  expect(screen.getByText('Narrow down your search results')).toBeTruthy();
  expect(options('Status')).toEqual(['All statuses', 'Intake', 'In Progress', 'Completed', 'Deprovisioned']);
  expect(options('Priority')).toEqual(['All priorities', 'High', 'Medium', 'Low']);

  choose('School', 'SMS');
  await only(inProgress);
  choose('School', 'ALL');
  await only(intake, inProgress, completed, parts);
  choose('Status', 'PARTS');
  await only(parts);
  choose('Status', 'COMPLETED');
  await only(completed);
  choose('Status', 'ALL');
  choose('Priority', 'High');
  await only(intake);
  choose('Priority', 'ALL');
  await only(intake, inProgress, completed, parts);

  choose('School', 'N/A');
  expect(await screen.findByText('No devices found')).toBeTruthy();
  expect(screen.getByText('Try adjusting your filters or add a new device')).toBeTruthy();
});

// proves s2.devices.filter-search s9.search-debounce
test('a text search starts 300 ms after the last key', async () => {
  const { calls } = openList([intake, deviceWith({ barcodeNumber: 'CB-9', model: 'Acer' })]);
  await row('CB-1');
  const searches = () => calls.filter(({ url }) => url.includes('q=')).map(({ url }) => url);
  jest.useFakeTimers();
  for (const value of ['Ac', 'Acer']) {
    fireEvent.change(screen.getByLabelText('Search'), { target: { value } });
    await act(() => jest.advanceTimersByTimeAsync(299));
  }
  expect(searches()).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(searches()).toEqual([expect.stringContaining('q=Acer')]);
  jest.useRealTimers();
  await waitFor(() => expect(numbers()).toEqual(['CB-9']));
});

// proves s2.devices.filtering-badge
test("'Filtering...' shows while a filtered list is fetched, and while a list on the screen is fetched again", async () => {
  const { server } = openList([intake, completed]);
  const find = server['GET devices'];
  await only(intake, completed);
  for (const shown of [[intake, completed], [completed]]) {
    const low = held([completed]);
    server['GET devices'] = low.answer;
    choose('Priority', 'Low');
    expect(await screen.findByText('Filtering...')).toBeTruthy();
    await only(...shown);
    low.go();
    await waitFor(() => expect(screen.queryByText('Filtering...')).toBeNull());
    await only(completed);
    server['GET devices'] = find;
    choose('Priority', 'ALL');
    await only(intake, completed);
  }
});

// proves s2.devices.priority-divider s4.status.label-intake s4.status.label-in-progress s4.status.label-completed
// proves s4.status.label-deprovisioned s2.devices.card-priority-hidden-for-parts
test('each row has the label of its status and, unless deprovisioned, of its priority; dividers part the priorities', async () => {
  openList([intake, inProgress, completed, parts], {}, admin);
  await row('CB-4');
  const badges = [...document.querySelectorAll('article')].map((one) => one.firstElementChild?.textContent);
  expect(badges).toEqual(['CB-1IntakeHigh', 'CB-2In ProgressMedium', 'CB-3CompletedLow', 'CB-4Deprovisioned']);
  const items = [...document.querySelectorAll<HTMLElement>('[data-index]')];
  items.sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index));
  expect(items.map((item) => item.querySelector('article')?.getAttribute('aria-label') ?? item.textContent)).toEqual([
    ...['High Priority', 'CB-1', 'Medium Priority', 'CB-2', 'Low Priority', 'CB-3', 'CB-4'],
  ]);
});

// proves s2.devices.card-asset-number s2.devices.card-school s2.devices.card-model s2.devices.card-student
// proves s2.devices.card-status s2.devices.card-highest-priority s2.devices.card-latest-issue
// proves s2.devices.card-assignee-initials s2.devices.card-view-details s2.devices.card-updated
test('a card shows the key facts of a device and leads to it', async () => {
  const updatedAt = new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString();
  const priorities = { priority: 'Low', highestPriority: 'High' } as const;
  const issues = { initialIssue: 'Missing keys', latestIssue: 'Liquid damage' };
  const people = { studentName: 'Ada Park', assignedTo: 'Rosa Maria Lind' };
  openList([deviceWith({ ...issues, ...priorities, ...people, updatedAt })]);
  const card = within(await row('CB-1'));
  for (const fact of ['CB-1', 'SHS', 'Lenovo 300e', 'Ada Park', 'Intake', 'High', 'Liquid damage', '3 hours ago'])
    expect(card.getByText(fact)).toBeTruthy();
  expect(card.queryByText('Low')).toBeNull();
  expect(card.getByLabelText('Rosa Maria Lind').textContent).toMatch(/^R\w$/u);
  expect(card.getByText('View Details').getAttribute('href')).toBe('/devices/CB-1');
});

const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

/** Opens the quick actions of a device and returns their names. */
async function openMenu(barcodeNumber: string): Promise<(string | null)[]> {
  fireEvent.click(await screen.findByLabelText(`Quick actions for ${barcodeNumber}`));
  const items = await screen.findAllByRole('menuitem');
  return items.map(({ textContent }) => textContent);
}
const quickAction = (name: string) => fireEvent.click(screen.getByRole('menuitem', { name }));

// proves s2.devices.action-view-details s2.devices.action-start-work s2.devices.action-complete-repair
// proves s4.start-work.list-only-intake s4.complete.list-only-in-progress
test.each([
  [intake, ['View Details', 'Reassign', 'Start Work']],
  [inProgress, ['View Details', 'Reassign', 'Complete Repair']],
  [completed, ['View Details', 'Reassign']],
])('the quick actions offered depend on the status: %#', async (device, actions) => {
  openList([device]);
  expect(await openMenu(device.barcodeNumber)).toEqual(actions);
});

// proves s2.devices.action-reassign s4.reassign.changes-assignee s6.member.reassigns s7.devices.users-fill-lists
// proves s8.toast.device-assigned s8.failure.reassign s8.failure.update-device-fallback d.calls.toast-fallback
test('a Member reassigns a device to one of the technicians; a failure shows its reason or else the fallback', async () => {
  const { server, sent } = openList([intake]);
  await openMenu('CB-1');
  quickAction('Reassign');
  const technician = await screen.findByLabelText<HTMLSelectElement>('Technician');
  expect([...technician.options].map(({ text }) => text)).toEqual(['Unassigned', 'Rosa Lind']);
  fireEvent.change(technician, { target: { value: member.email } });
  const change = server['PATCH devices/CB-1'];
  server['PATCH devices/CB-1'] = new Refusal('Not today');
  press('Reassign');
  await findToast('alert', 'Error', 'Not today');
  server['PATCH devices/CB-1'] = new Refusal();
  press('Reassign');
  await findToast('alert', 'Error', 'Failed to update device');
  server['PATCH devices/CB-1'] = ({ assignedTo }: Partial<Device>) =>
    (change as (fields: Partial<Device>) => Device)({ assignedTo: assignedTo === member.email ? 'Rosa Lind' : '' });
  press('Reassign');
  await findToast('status', 'Device assigned successfully');
  expect(sent.at(-1)).toEqual({ assignedTo: member.email, expected: { assigneeId: null } });
  expect(await within(await row('CB-1')).findByLabelText('Rosa Lind')).toBeTruthy();
});

// proves s8.failure.start-work
test('a start of work that fails without a reason shows the fallback', async () => {
  openList([intake], { 'PATCH devices/CB-1': new Refusal() });
  await openMenu('CB-1');
  quickAction('Start Work');
  await findToast('alert', 'Error', 'Failed to start work');
});

// proves s7.devices.list-stale-time s9.data.never-stale
test('only the list is fetched again each time the screen is opened', async () => {
  const { reads } = openList([intake]);
  await row('CB-1');
  fireEvent.click(screen.getByText('My Workbench'));
  fireEvent.click(screen.getByText('Devices'));
  await waitFor(() => expect(reads('devices')).toBe(2));
  await row('CB-1');
  expect([reads('stats'), reads('recent-activity'), reads('district')]).toEqual([1, 1, 1]);
});

// proves s9.data.no-focus-refetch
test('nothing is fetched again when the window gets the focus', async () => {
  const { calls, reads } = openList([intake]);
  await row('CB-1');
  await screen.findByText('No recent activity');
  const before = calls.length;
  fireEvent.focus(window);
  fireEvent(document, new Event('visibilitychange'));
  // This call comes after any that the focus has triggered.
  choose('Priority', 'High');
  await waitFor(() => expect(reads('devices')).toBe(2));
  expect(calls).toHaveLength(before + 1);
});

// proves s7.devices.mutation-refreshes-list s7.devices.mutation-refreshes-activity
// proves s7.devices.mutation-refreshes-stats
test('a change of a device refetches the list, recent activity and the counts', async () => {
  const { calls } = openList([intake]);
  await openMenu('CB-1');
  calls.splice(0);
  quickAction('Start Work');
  expect(await within(await row('CB-1')).findByText('In Progress')).toBeTruthy();
  const read = () => new Set(calls.filter(({ method }) => method === 'GET').map(({ url }) => url.split('?')[0]));
  await waitFor(() =>
    expect([...read()]).toEqual(expect.arrayContaining(['/api/devices', '/api/recent-activity', '/api/stats'])),
  );
});

const entry = { id: 'l1', barcodeNumber: 'CB-7', issue: 'Hinge', technician: 'Ada Park', completed: true };
const entryOf = (barcodeNumber: string) => within(screen.getByText(barcodeNumber).closest('li') as HTMLElement);

// proves s2.devices.activity-item
test('an entry of recent activity shows the device, the issue, the technician, the time and whether it is completed', async () => {
  const timestamp = new Date(Date.now() - 2 * 3_600_000 - 60_000).toISOString();
  const other = { ...entry, id: 'l2', barcodeNumber: 'CB-8', completed: false };
  openList([], {
    'GET recent-activity': [
      { ...entry, timestamp },
      { ...other, timestamp },
    ],
  });
  await screen.findByText('CB-7');
  for (const fact of ['Hinge', 'Ada Park', '2 hours ago', 'Completed'])
    expect(entryOf('CB-7').getByText(fact)).toBeTruthy();
  expect(entryOf('CB-8').queryByText('Completed')).toBeNull();
});

// proves s2.devices.activity-empty s9.recent-activity-refresh s9.data.no-polling
test('recent activity is fetched every 30 s, and nothing else is', async () => {
  jest.useFakeTimers();
  const { server, calls, reads } = openList([intake]);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('No recent activity')).toBeTruthy();
  calls.splice(0);
  server['GET recent-activity'] = [{ ...entry, timestamp: new Date().toISOString() }];
  await act(() => jest.advanceTimersByTimeAsync(28_000));
  expect(reads('recent-activity')).toBe(0);
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(entryOf('CB-7').getByText('Hinge')).toBeTruthy();
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  jest.useRealTimers();
  expect(reads('recent-activity')).toBe(3);
  // The work session has a pace of its own.
  const others = calls.filter(({ url }) => !['/api/recent-activity', '/api/sessions/current'].includes(url));
  expect(others).toEqual([]);
});

// proves s9.placeholders-device-list
test('five placeholders show while the list loads', async () => {
  const list = held([intake]);
  openList([], { 'GET devices': list.answer });
  expect(screen.getAllByTestId('device-skeleton')).toHaveLength(5);
  list.go();
  await row('CB-1');
  expect(screen.queryByTestId('device-skeleton')).toBeNull();
});

// proves s8.load.devices s8.load.stats s8.load.recent-activity s9.data.no-retries
test('what cannot be fetched says so, and is not fetched again automatically', async () => {
  jest.useFakeTimers();
  const failing = ['devices', 'stats', 'recent-activity'];
  const { reads } = openList([], Object.fromEntries(failing.map((path) => [`GET ${path}`, new Refusal('', 500)])));
  await act(() => jest.advanceTimersByTimeAsync(29_000));
  jest.useRealTimers();
  for (const path of failing) {
    const title = screen.getByText(`Failed to fetch ${path.replace('-', ' ')}`);
    expect(title.closest('[role="alert"]')).toBeTruthy();
  }
  expect(failing.map(reads)).toEqual([1, 1, 1]);
});

// proves s6.filter.deprovisioned-hidden
test('the status filter does not offer Deprovisioned to a Member', () => {
  openList([]);
  expect(options('Status')).toEqual(['All statuses', 'Intake', 'In Progress', 'Completed']);
});
