import type { RepairLog } from '@repairline/contracts/repairs/views';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { deviceWith } from '../testing/device';
import { Refusal } from '../testing/form-store';
import { held, member, openScreen, type Answers } from '../testing/open-screen';
import { DeviceDetail } from './device-detail';

jest.setTimeout(60_000);

const log = { id: 'l1', issue: 'Hinge', actions: '', comments: null, technician: 'Ada Park', completed: false };
const logs: Partial<RepairLog>[] = [
  { ...log, id: 'l1' },
  { ...log, id: 'l2', issue: 'Keys', technician: '' },
  { ...log, id: 'l3', completed: true },
].map((entry) => ({ ...entry, timestamp: '2026-01-05T08:00:00.000Z' }));

function open(answers: Answers = {}) {
  const page = (
    <Routes>
      <Route path="/devices/:barcode" element={<DeviceDetail user={member} />} />
      <Route path="/devices" element={<h1>Device Management</h1>} />
    </Routes>
  );
  const known = { 'GET devices/CB-1': deviceWith(), 'GET devices/CB-1/logs': [], 'GET sessions/current': null };
  return openScreen(page, { ...known, ...answers }, '/devices/CB-1');
}

const region = (name: string) => screen.findByRole('region', { name });

// proves s2.routes.device-detail s2.detail.header-card s2.detail.timeline s2.detail.entry-card
// proves s2.detail.timeline-empty
test('the page has the device, its timeline, which may be empty, and the entry form', async () => {
  open();
  expect(within(await region('Device')).getByText('CB-1')).toBeTruthy();
  expect(await within(await region('Repair Timeline')).findByText('No repair logs yet')).toBeTruthy();
  expect(await region('Add Repair Entry')).toBeTruthy();
});

// proves s2.detail.badge-completed s2.detail.badge-intake s2.detail.badge-in-progress s2.detail.fixed-prefix
// proves s9.technician-unknown
test('the timeline is newest first, with a badge for each entry and Unknown for a missing technician', async () => {
  open({ 'GET devices/CB-1/logs': logs });
  await screen.findByText('Keys');
  const entries = [...(await region('Repair Timeline')).querySelectorAll('li')];
  const shown = entries.map((entry) => [...entry.querySelectorAll('p')].map(({ textContent }) => textContent).join());
  expect(shown).toEqual(['Fixed: Hinge', 'Keys', 'Hinge']);
  const badges = ['Completed', 'In Progress', 'Intake'];
  for (const [place, badge] of badges.entries())
    expect(within(entries[place] as HTMLElement).getByText(badge)).toBeTruthy();
  expect(entries.map((entry) => entry.textContent?.startsWith('Unknown'))).toEqual([false, true, false]);
});

test('an entry for a device of whose renumbering the page was not told is refused, and the page follows with its text', async () => {
  const deviceId = 'd0000000-0000-4000-8000-000000000001';
  const elsewhere = { type: 'device_elsewhere', barcodeNumber: 'CB-2' };
  const { server, calls } = open({
    'GET devices/CB-1': deviceWith({ id: deviceId }),
    'POST devices/CB-1/logs': new Refusal('Asset Number CB-1 now belongs to another device', 409, elsewhere),
  });
  const issue = await screen.findByLabelText<HTMLTextAreaElement>(/^Issue/u);
  fireEvent.change(issue, { target: { value: 'Hinge loose' } });
  Object.assign(server, { 'GET devices/CB-2': deviceWith({ id: deviceId, barcodeNumber: 'CB-2' }) });
  Object.assign(server, { 'GET devices/CB-2/logs': [], 'POST devices/CB-2/logs': log });
  fireEvent.click(screen.getByText('Add Entry'));
  await screen.findByRole('heading', { name: 'CB-2' });
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Issue/u).value).toBe('Hinge loose');
  fireEvent.click(screen.getByText('Add Entry'));
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^Issue/u).value).toBe(''));
  const added = calls.filter(({ method }) => method === 'POST');
  expect(added.every(({ headers }) => headers['X-Device-Id'] === deviceId)).toBe(true);
  // Each failed call is sent twice.
  expect(added.map(({ url }) => url)).toEqual([1, 1, 2].map((number) => `/api/devices/CB-${number}/logs`));
});

// proves d.roles.member-parts-detail-opens
test('for a Member, a deprovisioned device opens and says what happened to it', async () => {
  open({ 'GET devices/CB-1': deviceWith({ status: 'PARTS' }) });
  expect(within(await region('Device')).getByText('Deprovisioned')).toBeTruthy();
  expect((await region('Add Repair Entry')).textContent).toContain('Device is deprovisioned; an Admin can restore it');
});

// proves s8.load.device-not-found s2.detail.not-found-back-link s2.detail.back-link
test.each([404, 500])(
  'a device that cannot be fetched (%d) is reported as not found, with a way back',
  async (status) => {
    open({ 'GET devices/CB-1': new Refusal('Away', status) });
    expect(await screen.findByText('Device not found', { selector: 'h1' })).toBeTruthy();
    const back = screen.getByText('Back to devices');
    expect(back.getAttribute('href')).toBe('/devices');
    fireEvent.click(back);
    expect(await screen.findByText('Device Management')).toBeTruthy();
  },
);

test('the error of a device that could not be fetched stays until a retry succeeds', async () => {
  const { server, reads } = open({ 'GET devices/CB-1': new Refusal('Away', 503) });
  await screen.findByText('Device not found');
  const device = held(deviceWith());
  server['GET devices/CB-1'] = device.answer;
  jest.useFakeTimers();
  fireEvent.click(screen.getByText('Retry'));
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  jest.useRealTimers();
  expect(reads('devices/CB-1')).toBe(2);
  expect(screen.getByText('Device not found')).toBeTruthy();
  device.go();
  await region('Device');
  expect(screen.queryByText('Device not found')).toBeNull();
});

// proves s8.load.logs
test('a failed fetch of the logs is reported in the timeline', async () => {
  open({ 'GET devices/CB-1/logs': new Refusal('', 500) });
  expect((await screen.findByText('Failed to fetch logs')).closest('[role="alert"]')).toBeTruthy();
});
