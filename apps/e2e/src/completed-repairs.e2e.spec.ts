import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { BillingItem } from '@repairline/contracts/billing/views';
import type { District } from '@repairline/contracts/district';
import type { Api } from './support/api';
import { dismissToast, newAssetNumber } from './support/devices';
import { signInAs } from './support/people';
import { expect, success, test } from './support/ui-journey';

/** Completes a repair on a new device; returns its asset number. */
async function completedRepair(api: Api, entry: Record<string, unknown>): Promise<string> {
  const barcodeNumber = newAssetNumber();
  await api.post('/api/devices', { barcodeNumber, school: 'SHS' });
  const { status, body } = await api.post(`/api/devices/${barcodeNumber}/logs`, { ...entry, completed: true });
  expect(status, JSON.stringify(body)).toBe(201);
  return barcodeNumber;
}

const section = (page: Page, name: string) => page.getByRole('region', { name });
const row = (page: Page, assetNumber: string) => page.getByRole('row').filter({ hasText: assetNumber });
const search = (page: Page, text: string) => page.getByPlaceholder(/^Search by/u).fill(text);

// proves s1.admin.billing
test('an Admin finds, notes, bills and exports completed repairs, and sees what others do meanwhile', async ({
  page,
  ownAdmin,
  member,
}) => {
  const { api: admin } = ownAdmin;
  const [issue, work] = [`Hinge ${newAssetNumber()}`, `Swapped ${newAssetNumber()}`];
  const older = await completedRepair(member.api, { issue, actions: 'Tested' });
  const assetNumber = await completedRepair(member.api, { issue, actions: work, technician: member.email });
  await signInAs(page, ownAdmin);
  await page.getByRole('link', { name: 'Completed Repairs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Completed Repairs' })).toBeVisible();

  // proves s2.completed.search-matches
  await test.step('a repair is found by asset number, technician, issue or work performed', async () => {
    for (const text of [assetNumber, member.user.name ?? '', issue, work]) {
      await search(page, text);
      await expect(page.getByText(`matching “${text}”`)).toBeVisible();
      await expect(row(page, assetNumber)).toBeVisible();
    }
  });

  await test.step('when the last repairs are loaded with the keyboard, the first of them gets the focus', async () => {
    // The list shows the newest first; its first page is made as short as can be.
    await page.route('**/api/billing/completed?*', (route, request) =>
      route.continue({ url: request.url().replace('limit=50', 'limit=1') }),
    );
    await search(page, issue);
    await expect(row(page, assetNumber)).toBeVisible();
    await expect(row(page, older)).toHaveCount(0);
    await page.getByRole('button', { name: 'Show more (1 of 2)' }).focus();
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await expect(row(page, older).getByRole('link')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  // proves s2.completed.csv-columns s9.billing-csv-name d.calls.billing-export
  await test.step("the list is exported as a CSV file named by the district's date", async () => {
    const { body: district } = await admin.get<District>('/api/district');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: district.timeZone }).format(new Date());
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(`completed-repairs-${today}.csv`);
    const lines = (await readFile(await download.path(), 'utf8')).replace('\uFEFF', '').split('\r\n');
    expect(lines[0]).toBe('Date,Asset Number,Issue,Work Performed,Technician');
    expect(lines.filter((line) => line.includes(assetNumber))).toHaveLength(1);
  });

  // proves s4.billing.marked-sent
  await test.step('a repair is marked as sent, with the notes that were being typed', async () => {
    await row(page, assetNumber).getByText('Click to add notes').click();
    await page.keyboard.type('Invoice 12');
    await row(page, assetNumber).getByRole('button', { name: 'Mark as Sent' }).click();
    await expect(success(page, 'Status updated successfully')).toBeVisible();
    await expect(section(page, 'Already Sent').getByRole('row')).toHaveCount(1 + 1);
    await expect(section(page, 'Pending Sent (1)')).toBeVisible();
    await page.reload();
    await expect(section(page, 'Already Sent')).toContainText(assetNumber);
    await expect(row(page, assetNumber)).toContainText('Invoice 12');
  });

  // proves s4.billing.back-to-pending
  await test.step('it is marked as pending again', async () => {
    await dismissToast(page);
    await section(page, 'Already Sent').getByRole('button', { name: 'Mark as Pending' }).click();
    await expect(success(page, 'Status updated successfully')).toBeVisible();
    await expect(section(page, 'Pending Sent (2)')).toContainText(assetNumber);
    await expect(section(page, 'Already Sent')).toBeHidden();
  });

  await test.step('notes being typed stay open and focused when another user moves their row', async () => {
    await search(page, older);
    await row(page, older).getByText('Click to add notes').click();
    await page.keyboard.type('Invoice 12');
    const [item] = (await admin.get<BillingItem[]>(`/api/billing/completed?q=${older}`)).body;
    await admin.patch(`/api/admin/billing/${item?.id}`, { billingSent: true });
    await expect(section(page, 'Already Sent').getByRole('textbox')).toBeFocused();
    await page.keyboard.type('34');
    await expect(section(page, 'Already Sent').getByRole('textbox')).toHaveValue('Invoice 1234');
  });

  await test.step('a repair completed by another user shows without a reload', async () => {
    const word = newAssetNumber();
    await search(page, word);
    await expect(page.getByText(`Found 0 repair(s) matching “${word}”`)).toBeVisible();
    const late = await completedRepair(member.api, { issue: `Broken ${word}` });
    await expect(row(page, late)).toBeVisible();
  });
});
