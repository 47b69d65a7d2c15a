import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Device } from '@repairline/contracts/repairs/views';
import type { Api } from '../support/api';
import { rowOf } from '../support/devices';
import { callsOf, expect, fail, muteLiveUpdates, stopMocking, test } from '../support/ui-journey';

const PAGE = 200;

/**
 * Takes in more devices than three pages hold, of a unique model and low priority except for some; returns them in the
 * order of the list.
 */
async function takeInMany(api: Api, { high = 0 } = {}) {
  const model = `L-${randomUUID()}`;
  const devices = Array.from({ length: 3 * PAGE + 50 }, (_, index) => ({
    barcodeNumber: `${model.slice(0, 8)}-${index}`,
    ...(index < high && { priority: 'High' }),
  }));
  const { status } = await api.post('/api/devices/bulk', {
    common: { school: 'SHS', model, priority: 'Low' },
    devices,
  });
  expect(status).toBe(200);
  const listed: Device[] = [];
  for (let next = ''; listed.length < devices.length;) {
    const { body, headers } = await api.get<Device[]>(`/api/devices?q=${model}&limit=500${next}`);
    listed.push(...body);
    next = /&cursor=[^&>]+/u.exec(String(headers.link))?.[0] ?? '';
    if (!next) break;
  }
  expect(listed).toHaveLength(devices.length);
  return { path: `/devices?q=${model}`, listed };
}

const place = (page: Page) => page.evaluate(() => scrollY);

/** Scrolls one window at a time, each once its rows are drawn: rows that are flown over leave the page again. */
async function scrollDownTo(page: Page, assetNumber: string) {
  const row = rowOf(page, assetNumber);
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, innerHeight));
    await page.waitForFunction(() => document.elementFromPoint(innerWidth / 2, innerHeight - 100)?.closest('article'));
    expect(await row.count()).toBe(1);
  }).toPass({ intervals: [1] });
  await row.scrollIntoViewIfNeeded();
}

/** Parallel journeys change other devices, sometimes many at once, and would trigger rereads of the list too. */
async function limitLiveUpdatesTo(page: Page, devices: readonly Device[]) {
  const own = new Set(devices.map(({ barcodeNumber }) => barcodeNumber));
  await page.routeWebSocket('**/ws', (socket) => {
    socket.connectToServer().onMessage((text) => {
      const { barcodeNumber } = JSON.parse(String(text)) as { barcodeNumber?: string };
      if (barcodeNumber === undefined || own.has(barcodeNumber)) socket.send(text);
    });
  });
}

/** Scrolls into the third page of a long list. */
async function scrollDeep(page: Page, api: Api): Promise<{ path: string; deep: Device }> {
  const { path, listed } = await takeInMany(api);
  const [first, deep] = [listed[0], listed[2 * PAGE + 20]] as [Device, Device];
  await limitLiveUpdatesTo(page, listed);
  await page.goto(path);
  await expect(rowOf(page, first.barcodeNumber)).toBeVisible();
  await scrollDownTo(page, deep.barcodeNumber);
  return { path, deep };
}

test('a long list is fetched page by page, and a change refetches only the pages it affects', async ({
  memberPage: page,
  member,
}) => {
  const { deep } = await scrollDeep(page, member.api);
  await test.step('only few of its rows are in the document', async () => {
    expect(await page.getByRole('article').count()).toBeLessThan(60);
  });
  await page.waitForLoadState('networkidle');
  const calls = callsOf(page);
  const lists = () => calls.filter((call) => call.path.startsWith('/api/devices?')).map((call) => call.path);
  await test.step('a change far down refetches two pages and moves the device', async () => {
    const changed = await member.api.patch(`/api/devices/${deep.barcodeNumber}`, { priority: 'High' });
    expect(changed.status).toBe(200);
    // The device is now first in the list, and gone from its old place.
    await expect(rowOf(page, deep.barcodeNumber)).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(new Set(lists()).size).toBe(2);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(rowOf(page, deep.barcodeNumber)).toBeVisible();
    await expect(page.getByRole('article').first()).toHaveAccessibleName(deep.barcodeNumber);
  });
});

test('a device that changes on a further page stays in the list', async ({ memberPage: page, member }) => {
  const { path, listed } = await takeInMany(member.api, { high: PAGE + 5 });
  const [shown, changed] = [listed[PAGE + 30], listed[PAGE + 20]] as [Device, Device];
  await limitLiveUpdatesTo(page, listed);
  await page.goto(path);
  await scrollDownTo(page, shown.barcodeNumber);
  await page.waitForLoadState('networkidle');
  const reread = page.waitForResponse(/\/api\/devices\?.*cursor=/u);
  await member.api.patch(`/api/devices/${changed.barcodeNumber}`, { notes: 'Changed by somebody else' });
  await reread;
  // It is now the first of the low priority, still on the second page.
  await page.evaluate(() => scrollTo(0, 0));
  await scrollDownTo(page, changed.barcodeNumber);
});

test('returning from a device restores the scroll position of the list', async ({ memberPage: page, member }) => {
  const { path, deep } = await scrollDeep(page, member.api);
  const before = await place(page);
  expect(before).toBeGreaterThan(2 * PAGE * 60);
  for (const goBack of [() => page.goBack(), () => page.getByRole('link', { name: 'Back to devices' }).click()]) {
    await rowOf(page, deep.barcodeNumber).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: deep.barcodeNumber })).toBeVisible();
    expect(await place(page)).toBe(0);
    await goBack();
    await expect(page).toHaveURL(path);
    await expect(rowOf(page, deep.barcodeNumber)).toBeInViewport();
    await expect.poll(() => place(page)).toBe(before);
  }
});

test('a further page that cannot be fetched is requested once, shows the error, and loads on Retry', async ({
  memberPage: page,
  member,
}) => {
  const { path, listed } = await takeInMany(member.api);
  await muteLiveUpdates(page);
  const furtherPages = /\/api\/devices\?.*cursor=/u;
  await fail(page, furtherPages, 'GET', 'Away');
  const calls = callsOf(page);
  const asked = () => calls.filter((call) => furtherPages.test(call.path)).length;
  await page.goto(path);
  await scrollDownTo(page, listed[PAGE - 1]?.barcodeNumber ?? '');
  const alarm = page.getByRole('region', { name: 'Devices' }).getByRole('alert');
  await expect(alarm).toContainText('Failed to fetch more devices');
  await expect(alarm).toContainText('Away');
  await page.waitForLoadState('networkidle');
  expect(asked()).toBe(1);
  await stopMocking(page);
  await alarm.getByRole('button', { name: 'Retry' }).click();
  await scrollDownTo(page, listed[PAGE]?.barcodeNumber ?? '');
  await expect(alarm).toHaveCount(0);
});
