import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { type BillingItem, type BillingSummary } from '@repairline/contracts/billing/views';
import { type District } from '@repairline/contracts/district';
import { type Api } from './support/api';
import { dismissToast, newAssetNumber, toast } from './support/devices';
import { expect, test } from './support/journey';
import { createApprovedUser, newPerson, signInAs, theFirstAdmin } from './support/people';
import { muteLiveUpdates, stopMocking } from './support/ui-journey';

const PLACEHOLDER = 'Search by asset number, technician, issue, or work performed...';
const COLUMNS = ['Date', 'Asset Number', 'Issue', 'Work Performed', 'Technician', 'Billing Notes'];

/** Completes a repair on a new device; returns its asset number. */
async function completedRepair(api: Api, entry: Record<string, unknown> = {}): Promise<string> {
  const barcodeNumber = newAssetNumber();
  await api.post('/api/devices', { barcodeNumber, school: 'SHS' });
  const completed = { issue: 'Hinge broken', actions: 'Replaced hinge', ...entry, completed: true };
  const { status, body } = await api.post(`/api/devices/${barcodeNumber}/logs`, completed);
  expect(status, JSON.stringify(body)).toBe(201);
  return barcodeNumber;
}

const section = (page: Page, name: RegExp | string) => page.getByRole('region', { name });
const row = (page: Page, assetNumber: string) => page.getByRole('row').filter({ hasText: assetNumber });
const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function search(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder(PLACEHOLDER).fill(text);
}

async function openBilling(page: Page, assetNumber: string): Promise<void> {
  await page.goto('/completed-repairs');
  await search(page, assetNumber);
  await expect(row(page, assetNumber)).toBeVisible();
}

/** Completes a repair and shows it to the first Admin; returns the asset number. */
async function openCompletedRepair(page: Page, api: Api): Promise<string> {
  const assetNumber = await completedRepair(api);
  await signInAs(page, theFirstAdmin);
  await openBilling(page, assetNumber);
  return assetNumber;
}

/** Answers the three calls of the screen itself, for states that a shared product is never in. */
async function answerFor(page: Page, pending: Partial<BillingItem>[], sent: Partial<BillingItem>[]): Promise<void> {
  const summary: BillingSummary = {
    total: pending.length + sent.length,
    thisWeek: 0,
    today: 0,
    pending: pending.length,
    sent: sent.length,
    todayByTechnician: [],
  };
  await page.route('**/api/billing/summary*', (route) => route.fulfill({ json: summary }));
  await page.route('**/api/billing/completed*', (route) => {
    const items = route.request().url().includes('sent=true') ? sent : pending;
    return route.fulfill({ json: items, headers: { 'X-Total-Count': String(items.length) } });
  });
}

test('a completed repair is counted, found, shown in full and exported', async ({ page, asAdmin, baseURL }) => {
  const technician = await createApprovedUser(asAdmin, baseURL ?? '', newPerson('hopper'));
  const [issue, work] = [`Hinge ${newAssetNumber()}`, `Swapped ${newAssetNumber()}`];
  const assetNumber = await completedRepair(asAdmin, {
    issue,
    actions: `* ${work}\n*Tested **lid**`,
    comments: 'Under warranty',
    technician: technician.email,
  });
  await signInAs(page, theFirstAdmin);
  await page.getByRole('link', { name: 'Completed Repairs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Completed Repairs' })).toBeVisible();

  // proves s2.completed.card-total s2.completed.card-weekly s2.completed.card-daily
  await test.step('the cards count all completed repairs', async () => {
    await expect(async () => {
      const { body } = await asAdmin.get<BillingSummary>('/api/billing/summary');
      const wanted = { timeout: 1000 };
      await expect(card(page, 'TOTAL COMPLETED')).toContainText(body.total.toLocaleString('en-US'), wanted);
      await expect(card(page, 'WEEKLY COMPLETIONS')).toContainText(body.thisWeek.toLocaleString('en-US'), wanted);
      await expect(card(page, 'DAILY COMPLETIONS')).toContainText(body.today.toLocaleString('en-US'), wanted);
      expect(body.today).toBeGreaterThan(0);
    }).toPass({ timeout: 20_000 });
  });

  // proves s2.completed.search-placeholder s2.completed.search-matches s2.completed.search-found
  // proves s2.completed.card-filtered
  await test.step('a repair is found by asset number, technician, issue or work performed', async () => {
    for (const text of [assetNumber, technician.email, issue, work]) {
      await search(page, text);
      await expect(page.getByText(`Found 1 repair(s) matching “${text}”`)).toBeVisible();
      await expect(row(page, assetNumber)).toBeVisible();
      await expect(card(page, 'FILTERED')).toContainText('1');
      await expect(card(page, 'TOTAL COMPLETED')).toBeHidden();
    }
  });

  // proves s2.completed.pending-section s2.completed.columns s2.completed.work-bullets
  // proves s2.completed.work-asterisks-stripped s2.completed.work-comments
  await test.step('a row shows the asset number, issue, work, notes and technician', async () => {
    const pending = section(page, 'Pending Sent (1)');
    await expect(pending.getByRole('columnheader')).toHaveText([...COLUMNS, 'Actions']);
    const cells = row(page, assetNumber).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(assetNumber);
    await expect(cells.nth(2)).toHaveText(issue);
    await expect(cells.nth(3).getByRole('listitem')).toHaveText([work, 'Tested lid']);
    await expect(cells.nth(3)).toContainText('Notes: Under warranty');
    await expect(cells.nth(4)).toHaveText(technician.email);
  });

  // proves s2.completed.daily-by-technician
  await test.step("Daily by Technician shows today's completions of each technician", async () => {
    const daily = page.getByRole('button', { name: 'Daily by Technician' });
    const counts = section(page, 'Completed today');
    await daily.click();
    await expect(counts.getByRole('listitem')).toHaveText([new RegExp(`${technician.email}\\s*1$`, 'u')]);
    await daily.click();
    await expect(counts).toBeHidden();
  });

  // proves s2.completed.export-button s2.completed.csv-columns s9.billing-csv-name d.calls.billing-export
  await test.step("the list is exported as a CSV file named by the district's date", async () => {
    const { body: district } = await asAdmin.get<District>('/api/district');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: district.timeZone }).format(new Date());
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(`completed-repairs-${today}.csv`);
    const lines = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').split('\r\n');
    expect(lines[0]).toBe('Date,Asset Number,Issue,Work Performed,Technician');
    expect(lines.filter((line) => line.includes(assetNumber))).toHaveLength(1);
  });
});

test('repairs beyond the loaded rows are found and counted too', async ({ page, asAdmin }) => {
  const word = `Word ${newAssetNumber()}`;
  // The list shows the newest first, fifty at a time.
  const oldest = await completedRepair(asAdmin, { issue: word });
  await Promise.all(Array.from({ length: 50 }, () => completedRepair(asAdmin, { issue: word })));
  await signInAs(page, theFirstAdmin);
  await page.goto('/completed-repairs');

  // proves d.calls.searches-over-all
  await test.step('a search finds a repair that is not loaded', async () => {
    await expect(page.getByRole('button', { name: /^Show more/u })).toBeVisible();
    await expect(row(page, oldest)).toHaveCount(0);
    await search(page, oldest);
    await expect(row(page, oldest)).toBeVisible();
  });
  // proves d.calls.totals-over-all
  await test.step('the counts include repairs that are not loaded', async () => {
    await search(page, word);
    await expect(section(page, 'Pending Sent (51)').getByRole('row')).toHaveCount(1 + 50);
    await expect(card(page, 'FILTERED').getByText('51', { exact: true })).toBeVisible();
    await expect(page.getByText(`Found 51 repair(s) matching “${word}”`)).toBeVisible();
  });
  await test.step('when the last of them are loaded with the keyboard, the first of these gets the focus', async () => {
    const more = page.getByRole('button', { name: 'Show more (50 of 51)' });
    await more.focus();
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await expect(row(page, oldest).getByRole('link')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });
});

test('billing notes are edited in place', async ({ page, asAdmin }) => {
  const assetNumber = await openCompletedRepair(page, asAdmin);
  const cell = row(page, assetNumber).getByRole('cell').nth(5);
  const field = cell.getByRole('textbox');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/billing-notes')) sent.push(request.postDataJSON());
  });

  // proves s2.completed.notes-click-edits s2.completed.notes-placeholder
  await test.step('a click on the cell starts editing', async () => {
    await cell.getByText('Click to add notes').click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('placeholder', 'Click to add notes');
  });

  // proves s2.completed.notes-escape-cancels
  await test.step('Escape discards the text', async () => {
    await field.fill('Not this');
    await field.press('Escape');
    await expect(field).toBeHidden();
    await expect(cell).toHaveText('Click to add notes');
    await expect(cell.getByRole('button'), 'the focus returns to the cell').toBeFocused();
    expect(sent).toEqual([]);
  });

  // proves s2.completed.notes-enter-saves s5.billing-notes.trimmed s8.toast.billing-notes-updated
  await test.step('Enter saves', async () => {
    await cell.getByRole('button').press('Enter');
    await field.fill('  PO 4471 ');
    await field.press('Enter');
    await expect(toast(page, 'Billing notes updated successfully')).toBeVisible();
    await expect(cell).toHaveText('PO 4471');
    expect(sent).toEqual([{ billingNotes: 'PO 4471' }]);
    await page.reload();
    await expect(cell).toHaveText('PO 4471');
  });

  // proves s8.failure.billing-notes
  await test.step('a failed save shows the reason and keeps the text', async () => {
    await page.route('**/billing-notes', (route) => route.fulfill({ status: 409, json: { message: 'Not now' } }));
    await cell.getByRole('button').click();
    await field.fill('PO 9');
    await field.press('Enter');
    await expect(toast(page, 'Error')).toBeVisible();
    await expect(toast(page, 'Not now')).toBeVisible();
    await expect(field).toHaveValue('PO 9');
  });
});

// proves s1.admin.billing s4.billing.marked-sent s4.billing.back-to-pending
test('an Admin marks a repair as sent and as pending again', async ({ page, asAdmin }) => {
  const assetNumber = await openCompletedRepair(page, asAdmin);

  // proves s2.completed.mark-as-sent s2.completed.note-then-sent-waits s8.toast.status-updated
  await test.step('notes being typed are saved before the repair is marked as sent', async () => {
    await row(page, assetNumber).getByText('Click to add notes').click();
    await row(page, assetNumber).getByRole('textbox').fill('Invoice 12');
    await row(page, assetNumber).getByRole('button', { name: 'Mark as Sent' }).click();
    await expect(toast(page, 'Status updated successfully')).toBeVisible();
    const changes = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/billing-notes$|\/api\/admin\/billing\//u.test(name))
          .map((entry) => ({
            path: new URL(entry.name).pathname,
            from: entry.startTime,
            to: entry.startTime + entry.duration,
          })),
      );
    await expect.poll(async () => (await changes()).length).toBe(2);
    const [notes, mark] = await changes();
    expect(notes?.path).toMatch(/billing-notes$/u);
    expect(mark?.path).toMatch(/^\/api\/admin\/billing\//u);
    expect((mark?.from ?? 0) - (notes?.to ?? 0)).toBeGreaterThanOrEqual(99);
  });

  // proves s2.completed.already-sent s2.completed.sent-items
  await test.step('a sent repair is listed under Already Sent', async () => {
    const sent = section(page, 'Already Sent');
    await expect(sent.getByRole('heading', { name: 'Sent Items (1)' })).toBeVisible();
    await expect(section(page, 'Pending Sent (0)')).toBeVisible();
    await expect(row(page, assetNumber)).toContainText('Invoice 12');
  });

  // proves s2.completed.mark-as-pending s8.toast.status-updated
  await test.step('a sent repair is marked as pending again', async () => {
    await dismissToast(page);
    await section(page, 'Already Sent').getByRole('button', { name: 'Mark as Pending' }).click();
    await expect(toast(page, 'Status updated successfully')).toBeVisible();
    await expect(section(page, 'Pending Sent (1)').getByRole('button', { name: 'Mark as Sent' })).toBeVisible();
    await expect(section(page, 'Already Sent')).toBeHidden();
  });

  // proves s8.failure.billing
  await test.step('a failed mark shows the reason and changes nothing', async () => {
    await page.route('**/api/admin/billing/*', (route) => route.fulfill({ status: 500, json: { message: 'Not now' } }));
    await page.getByRole('button', { name: 'Mark as Sent' }).click();
    await expect(toast(page, 'Error')).toBeVisible();
    await expect(toast(page, 'Not now')).toBeVisible();
    await expect(section(page, 'Pending Sent (1)')).toBeVisible();
  });
});

test('notes being typed stay open and focused when another user moves their row to the other list', async ({
  page,
  asAdmin,
}) => {
  const assetNumber = await openCompletedRepair(page, asAdmin);
  await row(page, assetNumber).getByText('Click to add notes').click();
  await page.keyboard.type('Invoice 12');
  const [item] = (await asAdmin.get<BillingItem[]>(`/api/billing/completed?q=${assetNumber}`)).body;
  await asAdmin.patch(`/api/admin/billing/${item?.id}`, { billingSent: true });
  await expect(section(page, 'Already Sent').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('34');
  await expect(section(page, 'Already Sent').getByRole('textbox')).toHaveValue('Invoice 1234');
});

// proves d.roles.member-types-completed-repairs s6.billing.actions-hidden
test('a Member sees the page and edits notes, but cannot mark repairs', async ({ page, asAdmin, baseURL }) => {
  const assetNumber = await completedRepair(asAdmin);
  await signInAs(page, await createApprovedUser(asAdmin, baseURL ?? ''));
  await openBilling(page, assetNumber);
  await expect(page.getByRole('columnheader')).toHaveText(COLUMNS);
  await expect(page.getByRole('button', { name: /Mark as/u })).toHaveCount(0);
  await row(page, assetNumber).getByText('Click to add notes').click();
  await row(page, assetNumber).getByRole('textbox').fill('Seen by me');
  await row(page, assetNumber).getByRole('textbox').press('Enter');
  await expect(toast(page, 'Billing notes updated successfully')).toBeVisible();
  await expect(row(page, assetNumber)).toContainText('Seen by me');
});

test('a repair completed by another user shows without a reload', async ({ page, asAdmin }) => {
  await signInAs(page, theFirstAdmin);
  await page.goto('/completed-repairs');
  const word = newAssetNumber();
  await search(page, word);
  await expect(page.getByText(`Found 0 repair(s) matching “${word}”`)).toBeVisible();
  const assetNumber = await completedRepair(asAdmin, { issue: `Broken ${word}` });
  await expect(row(page, assetNumber)).toBeVisible();
});

// proves s9.data.billing-focus-refetch
test('the list is refetched when the window gets the focus', async ({ page }) => {
  // Without notices, only the focus can trigger a read.
  await muteLiveUpdates(page);
  await signInAs(page, theFirstAdmin);
  await answerFor(page, [], []);
  await page.goto('/completed-repairs');
  await expect(page.getByText('All repairs have been sent')).toBeVisible();
  const late: Partial<BillingItem>[] = [];
  for (const id of ['log-1', 'log-2']) {
    const device = { id: 'device-1', barcodeNumber: 'CB-1', billingNotes: '' };
    late.push({ id, barcodeNumber: 'CB-1', timestamp: new Date().toISOString(), issue: 'Hinge', actions: '', device });
  }
  await answerFor(page, late, []);
  await expect(page.getByText('All repairs have been sent')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(section(page, 'Pending Sent (2)')).toBeVisible();
});

test('the screen handles empty lists, missing details and failed fetches', async ({ page }) => {
  await signInAs(page, theFirstAdmin);
  await answerFor(page, [], []);
  await page.goto('/completed-repairs');
  // proves s2.completed.pending-empty s2.completed.already-sent-absent s2.completed.daily-by-technician-empty
  await test.step('empty lists and counts are shown as empty', async () => {
    await expect(section(page, 'Pending Sent (0)')).toContainText('All repairs have been sent');
    await expect(page.getByText('Already Sent')).toBeHidden();
    await page.getByRole('button', { name: 'Daily by Technician' }).click();
    await expect(page.getByText('No completions today')).toBeVisible();
  });

  // proves s2.completed.work-none
  await test.step('a repair without work details says so', async () => {
    const item = {
      id: 'log-1',
      barcodeNumber: 'CB-1',
      timestamp: new Date().toISOString(),
      issue: 'Hinge',
      actions: '',
    };
    const device = { id: 'device-1', barcodeNumber: 'CB-1', billingNotes: '' };
    await answerFor(page, [{ ...item, comments: null, technician: 'Ada', billingSent: false, device }], []);
    await page.reload();
    await expect(row(page, 'CB-1').getByRole('cell').nth(3)).toHaveText('No work details recorded');
  });

  await test.step('a failed fetch of the figures does not hide the list', async () => {
    await muteLiveUpdates(page);
    await page.route('**/api/billing/summary*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    const figures = page.getByRole('region', { name: 'Figures' });
    await expect(figures).toContainText('Failed to fetch the figures');
    await expect(row(page, 'CB-1')).toBeVisible();
    await expect(card(page, 'TOTAL COMPLETED')).toContainText('–');
    await answerFor(page, [], []);
    await figures.getByRole('button', { name: 'Retry' }).click();
    await expect(card(page, 'TOTAL COMPLETED')).toContainText('0');
    await expect(figures).toBeHidden();
  });

  // proves s8.load.completed-repairs
  await test.step('a failed fetch of the list can be retried', async () => {
    await page.route('**/api/billing/completed*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(page.getByText('Failed to fetch completed repairs')).toBeVisible();
    await stopMocking(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(section(page, /^Pending Sent \(\d+\)$/u)).toBeVisible();
  });
});
