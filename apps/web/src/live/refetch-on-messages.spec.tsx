import { act, screen, waitFor } from '@testing-library/react';
import { DeviceManagement } from '../app/device-management';
import { AnalyticsDashboard } from '../features/analytics/analytics-dashboard';
import { CompletedRepairs } from '../features/billing/completed-repairs';
import { admin, openScreen } from '../features/testing/open-screen';
import { useLive } from './use-live';

jest.setTimeout(60_000);

let onmessage: (event: { data: string }) => void;
let onclose: () => void;
globalThis.WebSocket = class {
  set onmessage(listener: typeof onmessage) {
    onmessage = listener;
  }
  set onclose(listener: typeof onclose) {
    onclose = listener;
  }
  close() {}
} as never;

function Screens() {
  useLive();
  return (
    <>
      <DeviceManagement user={admin} />
      <CompletedRepairs user={admin} />
      <AnalyticsDashboard />
    </>
  );
}

const DEVICES = ['/api/devices', '/api/recent-activity', '/api/stats'];
const BILLING = ['/api/billing/completed', '/api/billing/summary'];

/** Opens the screens that follow changes, connected and read in full. `heard` says what a message has refetched. */
async function openScreens() {
  const figures = { total: 0, thisWeek: 0, today: 0, pending: 0, sent: 0, todayByTechnician: [] };
  const page = openScreen(<Screens />, {
    'GET devices': [],
    'GET stats': { intake: 0, inProgress: 0, completed: 0, parts: 0 },
    'GET recent-activity': [],
    'GET sessions/current': null,
    'GET billing/completed': [],
    'GET billing/summary': figures,
    'GET analytics': { averageTurnaroundTime: 1, completionsPerDay: 1, commonIssues: [], technicianWorkload: [] },
  });
  await screen.findByText('No devices found');
  await screen.findByText('All repairs have been sent');
  const say = (text: string) => act(() => onmessage({ data: text }));
  const settled = () =>
    waitFor(() =>
      expect(Object.values(page.store.getState().api.queries)).not.toContainEqual(
        expect.objectContaining({ status: 'pending' }),
      ),
    );
  const heard = async (...messages: object[]) => {
    page.calls.splice(0);
    for (const message of messages) say(JSON.stringify(message));
    // Longer than any change waits for others.
    await act(() => jest.advanceTimersByTimeAsync(600));
    return [...new Set(page.calls.map(({ url }) => url.split('?')[0]))].sort();
  };
  await settled();
  jest.useFakeTimers();
  await heard({ type: 'hello', positions: {}, refetch: false });
  return { ...page, say, heard };
}
afterEach(() => jest.useRealTimers());

test('a change that says nothing but its type refetches them too', async () => {
  const { heard } = await openScreens();
  for (const type of ['device_updated', 'repair_log_created', 'billing_notes_updated'])
    expect(await heard({ type })).toEqual([...DEVICES, ...BILLING].sort());
});

// proves s7.live.device-updated s7.live.repair-log-created s7.live.billing-notes-updated
test('a change of a device refetches devices, stats, recent activity and the completed repairs', async () => {
  const { heard } = await openScreens();
  for (const [at, type] of ['device_updated', 'repair_log_created', 'billing_notes_updated'].entries()) {
    const context = type === 'billing_notes_updated' ? 'billing' : 'repairs';
    const message = { type, context, at: at + 1, barcodeNumber: 'CB-1' };
    expect([type, await heard(message)]).toEqual([type, [...BILLING, ...DEVICES]]);
  }
});

// proves d.calls.ws-unknown-types-ignored
test('billing_updated refetches only the completed repairs, analytics_updated only the analytics, and unknown messages nothing', async () => {
  const { heard } = await openScreens();
  expect(await heard({ type: 'billing_updated', context: 'billing', at: 1 })).toEqual(BILLING);
  expect(await heard({ type: 'analytics_updated', context: 'analytics', at: 1 })).toEqual(['/api/analytics']);
  const contexts = ['repairs', 'billing', 'analytics'];
  expect(await heard(...contexts.map((context) => ({ type: 'somebody_waved', context, at: 2 })))).toEqual([]);
});

// proves s7.live.unparsable-logged
test('a message that cannot be parsed is only logged', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { say, heard } = await openScreens();
  say('{ no json');
  expect(logged.mock.calls[0]?.[0]).toBe('A live message could not be read');
  expect(await heard()).toEqual([]);
  logged.mockRestore();
});

test('without a socket everything on the screen is read again at one pace', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const { calls } = await openScreens();
  calls.splice(0);
  for (let second = 0; second < 70; second += 1) {
    act(() => onclose());
    await act(() => jest.advanceTimersByTimeAsync(1_000));
  }
  const times = new Map<string, number>();
  for (const { url } of calls) times.set(url, (times.get(url) ?? 0) + 1);
  // The person's own work session has a pace of its own, with a socket and without.
  times.delete('/api/sessions/current');
  expect([...new Set([...times.keys()].map((url) => url.split('?')[0]))].sort()).toEqual(
    [...DEVICES, ...BILLING, '/api/analytics'].sort(),
  );
  expect([...times]).toEqual([...times.keys()].map((url) => [url, 4]));
});
