import { configureStore } from '@reduxjs/toolkit';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { api } from '../../api/api';
import { rememberFocus } from '../../components/input/focus-memory';
import { draftSlice } from '../../components/forms/drafts';
import { FROM_LIST } from '../../components/device/device-address';
import { toastSlice } from '../../components/toasts/toast-slice';
import type { LiveEvents } from '../../live/live-connection';
import { liveSlice } from '../../live/live-slice';
import { useLive } from '../../live/use-live';
import { DeviceDetail } from './device-detail';

jest.setTimeout(60_000);

let mockEvents: LiveEvents | undefined;
jest.mock('../../live/live-connection', () => ({
  connectLive: (_: string, events: LiveEvents) => {
    mockEvents = events;
    return () => undefined;
  },
}));

const user = { id: 'u1', email: 'ada@school.example', name: 'Ada', role: 'Member' } as SignedInUser;
let device: Device;
let asked: string[];
let missed: string[];
/** The entries that were sent. */
let added: unknown[];

const answers: Record<string, unknown> = {
  '/api/district': { schools: [] },
  '/api/users': [],
  '/api/csrf-token': { csrfToken: 't' },
};

function answer(url: string, body: string | undefined) {
  const number = /devices\/([^/?]+)/u.exec(url)?.[1];
  asked.push(url);
  if (number === undefined) return answers[url] ?? null;
  if (number !== device.barcodeNumber) return undefined;
  if (body && url.endsWith('/logs')) added.push(JSON.parse(body));
  else if (body) device = { ...device, ...(JSON.parse(body) as Partial<Device>) };
  return url.includes('/logs') ? [] : device;
}

beforeEach(() => {
  asked = [];
  missed = [];
  added = [];
  mockEvents = undefined;
  device = {
    ...{ id: 'd1', barcodeNumber: 'CB-1', school: 'N/A', model: '', status: 'INTAKE', priority: 'Low', assignedTo: '' },
    ...{ assigneeId: null, studentName: null, initialIssue: '', notes: '', billingNotes: '', latestIssue: '' },
    ...{ createdAt: '2026-01-05T08:00:00.000Z', updatedAt: '2026-01-05T08:00:00.000Z', highestPriority: 'Low' },
  };
  globalThis.fetch = (async (url: string, { body }: { body?: string } = {}) => {
    const found = answer(url, body);
    if (found === undefined) missed.push(url);
    const text = JSON.stringify(found ?? null);
    const status = found === undefined ? 404 : 200;
    return { ok: status < 400, status, headers: { get: () => null }, text: async () => text, json: async () => found };
  }) as never;
});

function Live() {
  useLive();
  const { pathname, state } = useLocation() as { pathname: string; state: unknown };
  return (
    <>
      <output>{`${pathname} ${String(state)}`}</output>
      <Routes>
        <Route path="/devices/:barcode" element={<DeviceDetail user={user} />} />
      </Routes>
    </>
  );
}

async function openPage() {
  const store = configureStore({
    reducer: {
      ...{ [api.reducerPath]: api.reducer, drafts: draftSlice.reducer },
      ...{ toast: toastSlice.reducer, live: liveSlice.reducer },
    },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const entry = { pathname: `/devices/${device.barcodeNumber}`, state: FROM_LIST };
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[entry]}>
        <Live />
      </MemoryRouter>
    </Provider>,
  );
  await screen.findByText('No repair logs yet');
  await waitFor(() => expect(mockEvents).toBeDefined());
}

/** A change notice that names both numbers. */
function hearOfNumber(from: string, to: string) {
  const change = { type: 'device_updated', context: 'repairs', at: 7 } as const;
  act(() => {
    mockEvents?.onMessage({ ...change, barcodeNumber: from, renumberedTo: to });
    mockEvents?.onMessage({ ...change, barcodeNumber: to });
  });
}

const issue = () => screen.getByLabelText<HTMLTextAreaElement>(/^Issue/u);

test('an open device page follows a renumbering by another user and keeps the typed text and the focus', async () => {
  await openPage();
  issue().focus();
  fireEvent.change(issue(), { target: { value: 'Hinge lo' } });
  device = { ...device, barcodeNumber: 'CB-2' };
  hearOfNumber('CB-1', 'CB-2');
  await screen.findByRole('heading', { name: 'CB-2' });
  expect(screen.getByText(`/devices/CB-2 ${FROM_LIST}`)).toBeTruthy();
  await waitFor(() => expect(asked).toContain('/api/devices/CB-2/logs?limit=500'));
  expect(issue().value).toBe('Hinge lo');
  expect(document.activeElement).toBe(issue());
  expect(missed).toEqual([]);
});

test.each(['constructor', '__proto__'])('a device with the number %s opens like any other', async (barcodeNumber) => {
  device = { ...device, barcodeNumber };
  await openPage();
  expect(screen.getByRole('heading', { name: barcodeNumber })).toBeTruthy();
});

test('text typed about a device neither shows on another device that takes its number nor is sent to it', async () => {
  await openPage();
  fireEvent.change(issue(), { target: { value: 'Hinge lo' } });
  fireEvent.change(screen.getByLabelText(/^Comments/u), { target: { value: 'Since May' } });
  device = { ...device, id: 'd2', model: 'Another' };
  act(() => mockEvents?.onMessage({ type: 'device_updated', context: 'repairs', at: 7, barcodeNumber: 'CB-1' }));
  await screen.findByText('Another');
  expect(issue().value).toBe('');
  const add = screen.getByRole('button', { name: 'Add Entry' });
  fireEvent.click(add);
  expect(await screen.findByText('Issue is required')).toBeTruthy();
  expect(added).toEqual([]);
  fireEvent.change(issue(), { target: { value: 'Keys missing' } });
  fireEvent.click(add);
  await waitFor(() => expect(added).toMatchObject([{ issue: 'Keys missing', actions: '', comments: null }]));
});

test('a device whose new number this page was not told of stays, with the typed text, and the page says so', async () => {
  await openPage();
  fireEvent.change(issue(), { target: { value: 'Hinge lo' } });
  device = { ...device, barcodeNumber: 'CB-2' };
  act(() => mockEvents?.onMessage({ type: 'hello', positions: {}, refetch: true }));
  expect((await screen.findByRole('alert')).textContent).toContain('No device has the asset number CB-1 any more');
  expect(issue().value).toBe('Hinge lo');
});

test('a renumbering by this user returns the focus, and nothing is requested by the old number', async () => {
  rememberFocus();
  await openPage();
  const edit = screen.getByRole('button', { name: 'Edit Device' });
  edit.focus();
  fireEvent.click(edit);
  fireEvent.change(await screen.findByLabelText(/^Asset Number/u), { target: { value: 'CB-2' } });
  const save = screen.getByRole('button', { name: 'Save Changes' });
  fireEvent.click(save);
  await screen.findByText('CB-1 → CB-2: save again to renumber this device.');
  fireEvent.click(save);
  // Not by role: without layout, what was behind a dialog stays hidden from role queries.
  await screen.findByText('CB-2', { selector: 'h1' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  hearOfNumber('CB-1', 'CB-2');
  await waitFor(() => expect(document.activeElement).toBe(edit));
  await waitFor(() => expect(asked).toContain('/api/devices/CB-2/logs?limit=500'));
  expect(missed).toEqual([]);
});

test('the date on which a device was created is shown as that of its first intake alone, not as that of its repair', async () => {
  device = { ...device, createdAt: '2020-01-06T15:00:00.000Z' };
  await openPage();
  const dates = screen.getAllByText(/Jan 6, 2020/u).map((date) => date.closest('dd')?.previousElementSibling);
  expect(dates.map((term) => term?.textContent)).toEqual(['First taken in']);
});
