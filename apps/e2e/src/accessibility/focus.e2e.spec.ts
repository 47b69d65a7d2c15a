import { expect, type Locator, type Page } from '@playwright/test';
import { newAssetNumber } from '../support/devices';
import { callsOf, fail, holdRequests } from '../support/ui-journey';
import { find, goTo, openDevice, openDialog, openList, openQuickActions } from '../support/views/navigation';
import { test } from '../support/views/view-journey';

/** Opens with the button, closes with Escape, and expects the focus back on the button. */
async function expectFocusReturns(page: Page, opener: Locator, role: 'dialog' | 'menu' = 'dialog'): Promise<void> {
  await opener.click();
  const opened = page.getByRole(role);
  await expect.poll(() => opened.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await expect(opener).toBeFocused();
}

/** Runs in the browser: checks the focus at the very moment when a menu enters the page. */
function watchForTheMenu(): { isFocusLost: Promise<boolean> } {
  return {
    isFocusLost: new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role="menu"]')) return;
        observer.disconnect();
        resolve(document.activeElement === document.body);
      });
      observer.observe(document.body, { childList: true, subtree: true });
    }),
  };
}

test.describe('the focus returns to where it was', () => {
  test('after a dialog or menu of the shell', async ({ memberPage: page }) => {
    await goTo(page, '/profile', 'Profile Settings');
    await expectFocusReturns(page, page.getByRole('button', { name: 'Help' }));
    await expectFocusReturns(page, page.getByRole('button', { name: 'Theme' }), 'menu');
    await expectFocusReturns(page, page.getByRole('button', { name: /^User menu/u }), 'menu');
    const help = page.getByRole('button', { name: 'Help' });
    await help.focus();
    await page.keyboard.press('/');
    await openDialog(page);
    await page.keyboard.press('Escape');
    await expect(help, 'the focus returns to the last element, as Quick Intake has no button').toBeFocused();
  });

  test('after a dialog of the list', async ({ memberPage: page, bench }) => {
    const row = await find(page, bench.started);
    const menu = row.getByRole('button');
    await expectFocusReturns(page, menu, 'menu');
    for (const action of ['Reassign', 'Complete Repair']) {
      await openQuickActions(page, bench.started);
      await page.getByRole('menuitem', { name: action }).click();
      await openDialog(page);
      await page.keyboard.press('Escape');
      await expect(menu, action).toBeFocused();
    }
    await expectFocusReturns(page, page.getByRole('button', { name: 'Add to Intake' }).first());
  });

  test('after a menu of the list opened by keyboard, even the first time', async ({ memberPage: page, bench }) => {
    for (const key of ['Enter', 'ArrowDown']) {
      const opener = (await find(page, bench.started)).getByRole('button');
      for (const time of ['first', 'second']) {
        await opener.focus();
        await page.keyboard.press(key);
        await expect(page.getByRole('menuitem').first(), `${time} by ${key}`).toBeFocused();
        await expect(opener, `${time} by ${key}`).toHaveAttribute('aria-expanded', 'true');
        await page.keyboard.press('Escape');
        await expect(opener, `${time} by ${key}`).toBeFocused();
      }
    }
  });

  test('and is not lost while a menu of the list opens for the first time', async ({ memberPage: page, bench }) => {
    const opener = (await find(page, bench.started)).getByRole('button');
    const watch = await page.evaluateHandle(watchForTheMenu);
    await opener.click();
    expect(await watch.evaluate(({ isFocusLost }) => isFocusLost)).toBe(false);
  });

  test('after a dialog of a device', async ({ memberPage: page, bench }) => {
    await openDevice(page, bench.waiting);
    await expectFocusReturns(page, page.getByRole('button', { name: 'Start Work' }));
    await expectFocusReturns(page, page.getByRole('button', { name: 'Edit Device' }));
    await openDevice(page, bench.started);
    await expectFocusReturns(page, page.getByRole('button', { name: 'Quick Complete' }));
  });

  test('after the rename dialog and the billing notes of an Admin', async ({ adminPage: page, bench }) => {
    await goTo(page, '/admin', 'Admin Panel');
    await expectFocusReturns(page, page.getByRole('button', { name: /Edit name/u }).first());
    await page.goto(`/completed-repairs?q=${bench.done}`);
    const notes = page.getByRole('button', { name: 'Click to add notes' }).first();
    await notes.click();
    await expect(page.getByRole('textbox', { name: /Billing Notes/u })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(notes).toBeFocused();
  });

  test('after the folded navigation of a phone', async ({ memberPage: page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo(page, '/profile', 'Profile Settings');
    await expectFocusReturns(page, page.getByRole('button', { name: 'Navigation' }), 'menu');
  });
});

test('the submit button keeps the focus while the form is being sent, and a second press sends nothing', async ({
  memberPage: page,
}) => {
  await goTo(page, '/profile', 'Profile Settings');
  await fail(page, '**/api/profile', 'PATCH', 'Not today');
  const go = await holdRequests(page, '**/api/profile', 'PATCH');
  const calls = callsOf(page);
  const save = page.getByRole('button', { name: /^Sav/u });
  await page.getByLabel('Display Name').fill('Rosa Lind');
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(save).toHaveText('Saving...');
  await page.keyboard.press('Enter');
  go();
  await expect(save).toHaveText('Save Changes');
  await expect(save).toBeFocused();
  // A refused call is retried with the same key.
  const keys = calls.flatMap(({ path, headers }) => (path === '/api/profile' ? [headers['idempotency-key']] : []));
  expect(new Set(keys).size).toBe(1);
});

test('the focused element is never hidden behind sticky elements at the top', async ({ adminPage: page, admin }) => {
  const devices = Array.from({ length: 20 }, () => ({ barcodeNumber: newAssetNumber() }));
  const taken = await admin.post('/api/devices/bulk', { common: { school: 'SHS', priority: 'High' }, devices });
  expect(taken.status).toBe(200);
  await openList(page);
  const rows = page.getByRole('article').getByRole('link');
  await rows.nth(12).focus();
  const hidden: string[] = [];
  for (let presses = 0; presses < 24; presses += 1) {
    await page.keyboard.press('Shift+Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return undefined;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const row = focused.closest('article');
      const seen = over !== null && (focused.contains(over) || over.contains(focused) || Boolean(row?.contains(over)));
      return seen ? undefined : `${focused.ariaLabel ?? focused.textContent}`;
    });
    if (covered !== undefined) hidden.push(covered);
  }
  expect(hidden).toEqual([]);
});

test('the focus ring of a row is in view as a whole', async ({ adminPage: page, admin }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  const devices = Array.from({ length: 20 }, () => ({ barcodeNumber: newAssetNumber() }));
  await admin.post('/api/devices/bulk', { common: { school: 'SHS', priority: 'High' }, devices });
  await openList(page);
  /** The distances of the focused row from the divider and from the window's lower edge. */
  const room = () =>
    page.evaluate(() => {
      const row = document.activeElement?.closest('article')?.getBoundingClientRect();
      const divider = document.querySelector('h3')?.getBoundingClientRect();
      return row && divider ? [row.top - Math.max(48, divider.bottom), innerHeight - row.bottom] : [];
    });
  await page.getByRole('article').getByRole('link').first().focus();
  const hidden: number[][] = [];
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press(key);
      const distances = await room();
      if (distances.some((distance) => distance < 0)) hidden.push(distances);
    }
  expect(hidden).toEqual([]);
});

test('a close request, such as the back gesture of a phone, closes the dialog and stays on the page', async ({
  memberPage: page,
}) => {
  /** On a desktop, the browser turns Escape into a close request if nothing on the page has handled the key. */
  const closeRequest = async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Escape');
  };
  await goTo(page, '/devices', 'Device Management');
  const address = page.url();
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
  await page.getByRole('dialog').getByLabel('Asset Number').fill('CB-1');
  await closeRequest();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
  await expect(page.getByRole('dialog').getByLabel('Asset Number'), 'the typed text is kept').toHaveValue('CB-1');
  await closeRequest();
  await page.getByRole('button', { name: 'Help' }).click();
  await openDialog(page);
  await closeRequest();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toBe(address);
});
