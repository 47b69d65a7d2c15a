import type { BillingItem, BillingSummary } from '@repairline/contracts/billing/views';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FirstPage, Refusal } from '../testing/form-store';
import { billingItem } from '../testing/billing-item';
import { admin, findToast, member, openScreen, type Answers } from '../testing/open-screen';
import { CompletedRepairs } from './completed-repairs';

jest.setTimeout(60_000);

const COLUMNS = ['Date', 'Asset Number', 'Issue', 'Work Performed', 'Technician', 'Billing Notes'];
const SEARCH = 'Search by asset number, technician, issue, or work performed...';
const NO_NOTES = 'Click to add notes';
const summary: BillingSummary = { total: 1234, thisWeek: 56, today: 7, pending: 1, sent: 0, todayByTechnician: [] };

/** Opens the screen on these repairs, which change as they are marked and noted. */
function openRepairs(items: BillingItem[], answers: Answers = {}, user = admin) {
  const change = (id: string, fields: Partial<BillingItem>) =>
    items.splice(0, items.length, ...items.map((item) => (item.id === id ? { ...item, ...fields } : item)));
  return openScreen(<CompletedRepairs user={user} />, {
    'GET billing/summary': summary,
    'GET billing/completed': (_: unknown, params: URLSearchParams) =>
      items.filter(({ billingSent }) => String(billingSent) === params.get('sent')),
    'PATCH devices/CB-1/billing-notes': ({ billingNotes }: { billingNotes: string }) => {
      const device = { id: 'device-1', barcodeNumber: 'CB-1', billingNotes };
      change('log-1', { device });
      return device;
    },
    'PATCH admin/billing/log-1': (fields: Partial<BillingItem>) => {
      change('log-1', fields);
      return {};
    },
    ...answers,
  });
}

const section = (name: string) => screen.findByRole('region', { name });
const card = (name: string) => screen.getByText(name).parentElement?.textContent;
const row = async (assetNumber: string) => (await screen.findByText(assetNumber)).closest('tr') as HTMLTableRowElement;
const press = (name: string) => fireEvent.click(screen.getByText(name));
const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);
const headers = () => texts(document.querySelectorAll('thead th'));
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Billing Notes of CB-1');
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const changes = (calls: { method: string; url: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ url, body }) => [url.slice('/api/'.length), body]);

// proves s2.completed.card-total s2.completed.card-weekly s2.completed.card-daily s2.completed.search-placeholder
// proves s2.completed.pending-section s2.completed.columns s2.completed.already-sent s2.completed.sent-items
// proves s2.completed.export-button
test('the screen counts the completed repairs and lists those to be billed and those already sent', async () => {
  openRepairs([billingItem(1), billingItem(2), { ...billingItem(3), billingSent: true }]);
  expect(within(await section('Pending Sent (2)')).getAllByText(/^CB-/u)).toHaveLength(2);
  const sent = within(await section('Already Sent'));
  expect(sent.getByText('Sent Items (1)')).toBeTruthy();
  expect(sent.getByText('CB-3')).toBeTruthy();
  expect(headers()).toEqual([...COLUMNS, 'Actions', ...COLUMNS, 'Actions']);
  expect(card('TOTAL COMPLETED')).toContain('1,234');
  expect(card('WEEKLY COMPLETIONS')).toContain('56');
  expect(card('DAILY COMPLETIONS')).toContain('7');
  expect(screen.getByPlaceholderText(SEARCH)).toBeTruthy();
  expect(screen.getByText('Export CSV')).toBeTruthy();
});

// proves s2.completed.work-bullets s2.completed.work-asterisks-stripped s2.completed.work-comments
// proves s2.completed.work-none
test('a row shows the issue, the work line by line with its notes, and the technician', async () => {
  const work = { actions: '* Swapped\n*Tested **lid**', comments: 'Under warranty' };
  openRepairs([{ ...billingItem(1), ...work }, billingItem(2)]);
  const cells = (await row('CB-1')).cells;
  expect(texts(cells).slice(1, 3)).toEqual(['CB-1', 'Missing keys']);
  expect(texts(cells[3]?.querySelectorAll('li') ?? [])).toEqual(['Swapped', 'Tested lid']);
  expect(cells[3]?.textContent).toContain('Notes: Under warranty');
  expect(cells[4]?.textContent).toBe('Ada Park');
  expect((await row('CB-2')).cells[3]?.textContent).toBe('No work details recorded');
});

// proves s2.completed.search-found s2.completed.card-filtered d.calls.searches-over-all d.calls.totals-over-all
test('a search and its counts are over all repairs, not over the loaded rows', async () => {
  openRepairs([], {
    'GET billing/summary': (_: unknown, params: URLSearchParams) =>
      params.get('q') === 'Hinge' ? { ...summary, total: 51 } : summary,
    'GET billing/completed': (_: unknown, params: URLSearchParams) => {
      if (params.get('sent') === 'true') return [];
      return params.get('q') === 'Hinge'
        ? new FirstPage([billingItem(9)], 51)
        : new FirstPage([billingItem(1), billingItem(2)], 1234);
    },
  });
  await section('Pending Sent (1,234)');
  expect(screen.queryByText('CB-9')).toBeNull();
  fireEvent.change(screen.getByPlaceholderText(SEARCH), { target: { value: 'Hinge' } });
  expect(await screen.findByText('Found 51 repair(s) matching “Hinge”')).toBeTruthy();
  expect(texts(within(await section('Pending Sent (51)')).getAllByText(/^CB-/u))).toEqual(['CB-9']);
  expect(card('FILTERED')).toContain('51');
  expect(screen.queryByText('TOTAL COMPLETED')).toBeNull();
});

// proves s2.completed.daily-by-technician
test("Daily by Technician shows and hides today's completions of each technician", async () => {
  const todayByTechnician = [
    { technician: 'Ada Park', count: 3 },
    { technician: 'Ben Ode', count: 1 },
  ];
  openRepairs([], { 'GET billing/summary': { ...summary, todayByTechnician } });
  await screen.findByText('1,234');
  press('Daily by Technician');
  const counts = (await section('Completed today')).querySelectorAll('li');
  expect(texts(counts)).toEqual([expect.stringMatching(/Ada Park3$/u), expect.stringMatching(/Ben Ode1$/u)]);
  press('Daily by Technician');
  expect(screen.queryByText('Completed today')).toBeNull();
});

// proves s2.completed.notes-click-edits s2.completed.notes-placeholder s2.completed.notes-escape-cancels
// proves s2.completed.notes-enter-saves s5.billing-notes.trimmed s8.toast.billing-notes-updated
// proves s8.failure.billing-notes
test('billing notes are edited in place: Escape discards them, Enter saves them, a failed save keeps them', async () => {
  const { server, calls } = openRepairs([billingItem(1)]);
  fireEvent.click(await screen.findByText(NO_NOTES));
  expect(document.activeElement).toBe(await field());
  expect((await field()).placeholder).toBe(NO_NOTES);

  await type('Not this');
  fireEvent.keyDown(await field(), { key: 'Escape' });
  expect(screen.queryByRole('textbox', { name: /^Billing Notes/u })).toBeNull();
  const cell = await screen.findByText(NO_NOTES);
  expect(document.activeElement).toBe(cell.closest('button'));
  expect(changes(calls)).toEqual([]);

  fireEvent.click(cell);
  await type('  PO 4471 ');
  fireEvent.keyDown(await field(), { key: 'Enter' });
  await findToast('status', 'Billing notes updated successfully');
  expect(changes(calls)).toEqual([
    ['devices/CB-1/billing-notes', { billingNotes: 'PO 4471', expected: { billingNotes: '' } }],
  ]);

  server['PATCH devices/CB-1/billing-notes'] = new Refusal('Not now');
  fireEvent.click(await screen.findByText('PO 4471'));
  await type('PO 9');
  fireEvent.keyDown(await field(), { key: 'Enter' });
  await findToast('alert', 'Error', 'Not now');
  expect((await field()).value).toBe('PO 9');
});

// proves s2.completed.mark-as-sent s2.completed.mark-as-pending s8.toast.status-updated s8.failure.billing
test('a repair moves between the lists as it is marked, and stays where it is if that fails', async () => {
  const { server, calls } = openRepairs([billingItem(1)]);
  await row('CB-1');
  press('Mark as Sent');
  await findToast('status', 'Status updated successfully');
  expect(within(await section('Already Sent')).getByText('CB-1')).toBeTruthy();
  await section('Pending Sent (0)');
  press('Mark as Pending');
  await findToast('status', 'Status updated successfully');
  expect(within(await section('Pending Sent (1)')).getByText('CB-1')).toBeTruthy();
  expect(screen.queryByText('Already Sent')).toBeNull();
  expect(changes(calls).map(([, body]) => body)).toEqual([{ billingSent: true }, { billingSent: false }]);

  server['PATCH admin/billing/log-1'] = new Refusal('Not now', 500);
  press('Mark as Sent');
  await findToast('alert', 'Error', 'Not now');
  expect(within(await section('Pending Sent (1)')).getByText('CB-1')).toBeTruthy();
});

// proves s2.completed.note-then-sent-waits
test('notes being typed are saved 100 ms before their repair is marked as sent', async () => {
  const { calls } = openRepairs([billingItem(1)]);
  fireEvent.click(await screen.findByText(NO_NOTES));
  await type('Invoice 12');
  jest.useFakeTimers();
  press('Mark as Sent');
  await act(() => jest.advanceTimersByTimeAsync(99));
  expect(changes(calls)).toEqual([
    ['devices/CB-1/billing-notes', { billingNotes: 'Invoice 12', expected: { billingNotes: '' } }],
  ]);
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(changes(calls).slice(1)).toEqual([['admin/billing/log-1', { billingSent: true }]]);
  jest.useRealTimers();
  expect(within(await section('Already Sent')).getByText('Invoice 12')).toBeTruthy();
});

// proves d.roles.member-types-completed-repairs s6.billing.actions-hidden
test('a Member sees the screen and edits notes, but has no Actions', async () => {
  openRepairs([billingItem(1), { ...billingItem(2), billingSent: true }], {}, member);
  fireEvent.click(within(await row('CB-1')).getByText(NO_NOTES));
  expect(headers()).toEqual([...COLUMNS, ...COLUMNS]);
  expect(screen.queryByText(/^Mark as/u)).toBeNull();
  await type('Seen by me');
  fireEvent.keyDown(await field(), { key: 'Enter' });
  await findToast('status', 'Billing notes updated successfully');
  expect(screen.getByText('Seen by me')).toBeTruthy();
});

// proves s9.data.billing-focus-refetch
test('the list is refetched when the window gets the focus', async () => {
  const repairs: BillingItem[] = [];
  openRepairs(repairs);
  await screen.findByText('All repairs have been sent');
  repairs.push(billingItem(1), billingItem(2));
  fireEvent.focus(window);
  await section('Pending Sent (2)');
});

// proves s2.completed.pending-empty s2.completed.already-sent-absent s2.completed.daily-by-technician-empty
test('without repairs the screen says so', async () => {
  openRepairs([]);
  expect(within(await section('Pending Sent (0)')).getByText('All repairs have been sent')).toBeTruthy();
  expect(screen.queryByText('Already Sent')).toBeNull();
  press('Daily by Technician');
  expect(screen.getByText('No completions today')).toBeTruthy();
});

// proves s8.load.completed-repairs
test('figures or lists that cannot be fetched are reported, as a dash in the cards, until a retry succeeds', async () => {
  const { server } = openRepairs([billingItem(1)], { 'GET billing/summary': new Refusal('', 500) });
  await screen.findByText('Failed to fetch the figures');
  expect(await row('CB-1')).toBeTruthy();
  press('Daily by Technician');
  expect((await section('Completed today')).textContent).toContain('–');
  for (const name of ['TOTAL COMPLETED', 'WEEKLY COMPLETIONS', 'DAILY COMPLETIONS']) expect(card(name)).toContain('–');
  server['GET billing/summary'] = summary;
  press('Retry');
  await waitFor(() => expect(card('TOTAL COMPLETED')).toContain('1,234'));
  expect(screen.queryByText('Failed to fetch the figures')).toBeNull();
  expect((await section('Completed today')).textContent).not.toContain('–');

  const lists = server['GET billing/completed'];
  server['GET billing/completed'] = new Refusal('', 500);
  fireEvent.change(screen.getByPlaceholderText(SEARCH), { target: { value: 'CB' } });
  await screen.findByText('Failed to fetch completed repairs');
  server['GET billing/completed'] = lists;
  press('Retry');
  await section('Pending Sent (1)');
});
