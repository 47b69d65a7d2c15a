import { expect, type Page } from '@playwright/test';
import { newAssetNumber, openDevice, startWork, takeIn } from './devices';
import { enterCredentials, newPerson, type Person, signInAs } from './people';

/** A screen or dialog: how somebody gets to it. Dialogs leave the page as it was when Escape is pressed. */
export interface Screen {
  name: string;
  open: (page: Page, at: Bench) => Promise<void>;
}

/** Who looks, and at which devices: one waiting, one being worked on, one done. */
export interface Bench {
  person: Person;
  waiting: string;
  started: string;
  done: string;
}

/** Three devices in the three stages of a repair, made by hand in the browser. */
export async function setUpBench(page: Page, person: Person): Promise<Bench> {
  await signInAs(page, person);
  const [waiting, started, done] = [newAssetNumber(), newAssetNumber(), newAssetNumber()] as const;
  for (const assetNumber of [waiting, started, done]) await takeIn(page, assetNumber);
  for (const assetNumber of [started, done]) {
    await openDevice(page, assetNumber);
    await startWork(page);
    await expect(page.getByRole('button', { name: 'Quick Complete' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Quick Complete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quick Complete' });
  await dialog.getByLabel('Actions Taken').fill('Replaced LCD panel\nTested touch');
  await dialog.getByRole('button', { name: 'Complete Repair' }).click();
  await expect(page.getByText('Fixed: ')).toBeVisible();
  return { person, waiting, started, done };
}

const signedOut: Screen[] = [
  { name: 'sign-in', open: (page) => goTo(page, '/', 'Sign in to Repairline') },
  { name: 'pending-approval', open: waitForApproval },
];

const signedIn: Screen[] = [
  { name: 'devices', open: openList },
  { name: 'nothing-found', open: async (page) => search(page, 'no such device') },
  {
    name: 'add-to-intake',
    open: async (page) => {
      await openList(page);
      await page.getByRole('button', { name: 'Add to Intake' }).first().click();
      await dialogIsOpen(page);
    },
  },
  { name: 'quick-actions', open: (page, { started }) => openMenu(page, started) },
  { name: 'complete-repair', open: (page, { started }) => choose(page, started, 'Complete Repair') },
  { name: 'reassign', open: (page, { waiting }) => choose(page, waiting, 'Reassign') },
  { name: 'detail', open: (page, { done }) => openDevice(page, done) },
  { name: 'start-work', open: (page, { waiting }) => press(page, waiting, 'Start Work') },
  { name: 'quick-complete', open: (page, { started }) => press(page, started, 'Quick Complete') },
  { name: 'edit-device', open: (page, { waiting }) => press(page, waiting, 'Edit Device') },
  { name: 'completed-repairs', open: openBilling },
  { name: 'bulk-import', open: openBulk },
  {
    name: 'bulk-preview',
    open: async (page, bench) => {
      await openBulk(page);
      await page.getByRole('dialog').getByLabel('School').selectOption('SHS');
      await page.getByLabel('Asset Numbers').fill([bench.waiting, ...'123456'].join('\n'));
      await page.getByRole('button', { name: 'Parse Assets' }).click();
      await expect(page.getByText('and 2 more')).toBeVisible();
    },
  },
  {
    name: 'bulk-result',
    open: async (page, bench) => {
      await openBulk(page);
      await page.getByRole('dialog').getByLabel('School').selectOption('SHS');
      await page.getByLabel('Asset Numbers').fill(bench.waiting);
      await page.getByRole('button', { name: 'Parse Assets' }).click();
      await page.getByRole('button', { name: 'Add 1 to Intake' }).click();
      await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
    },
  },
  {
    name: 'quick-intake',
    open: async (page) => {
      await openList(page);
      await page.keyboard.press('/');
      await dialogIsOpen(page);
    },
  },
  { name: 'guide', open: (page) => openFromHeader(page, 'Help', 'dialog') },
  { name: 'theme-menu', open: (page) => openFromHeader(page, 'Theme', 'menu') },
  { name: 'user-menu', open: openRunningSession },
  { name: 'workbench', open: (page) => goTo(page, '/technician', 'My Current Assignments') },
  { name: 'profile', open: (page) => goTo(page, '/profile', 'Profile Settings') },
  { name: 'admins-only', open: (page) => goTo(page, '/admin', 'You need the Admin role to see this page') },
  { name: 'device-not-found', open: (page) => goTo(page, '/devices/no-such-device', 'Device not found') },
  { name: 'page-not-found', open: (page) => goTo(page, '/nowhere', 'Page Not Found') },
];

const admin: Screen[] = [
  {
    name: 'billing-notes',
    open: async (page, bench) => {
      await openBilling(page, bench);
      await page.getByRole('button', { name: 'Daily by Technician' }).click();
      await page.getByRole('button', { name: 'Click to add notes' }).first().click();
      await expect(page.getByRole('textbox', { name: /Billing Notes/u })).toBeVisible();
    },
  },
  { name: 'analytics', open: (page) => goTo(page, '/analytics', 'Technician Workload') },
  { name: 'admin-panel', open: openAdminPanel },
  {
    name: 'edit-user-name',
    open: async (page) => {
      await openAdminPanel(page);
      await page
        .getByRole('button', { name: /Edit name/u })
        .first()
        .click();
      await dialogIsOpen(page);
    },
  },
];

export const screens = { signedOut, signedIn, admin };

/** Nothing is loading any more and everything has come to rest. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
}

async function goTo(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
}

async function waitForApproval(page: Page): Promise<void> {
  await enterCredentials(page, newPerson('pending'));
  await expect(page.getByRole('heading', { name: 'Account Pending Approval' })).toBeVisible();
}

async function openList(page: Page): Promise<void> {
  await page.goto('/devices');
  await expect(page.getByRole('article').first()).toBeVisible();
}

async function search(page: Page, text: string): Promise<void> {
  await openList(page);
  await page.getByPlaceholder(/Search/u).fill(text);
  await expect(page.getByText('No devices found')).toBeVisible();
}

async function openBilling(page: Page, { done }: Bench): Promise<void> {
  await page.goto('/completed-repairs');
  await page.getByPlaceholder(/Search/u).fill(done);
  await expect(page.getByRole('row').filter({ hasText: done })).toBeVisible();
}

async function openAdminPanel(page: Page): Promise<void> {
  await goTo(page, '/admin', 'Admin Panel');
  await expect(page.getByText('(Current User)')).toBeVisible();
}

async function openBulk(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('button', { name: 'Add to Intake' }).first().click();
  await page.getByRole('tab', { name: 'Bulk Import' }).click();
}

async function openFromHeader(page: Page, button: string | RegExp, role: 'dialog' | 'menu'): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole(role)).toBeVisible();
}

/** The user menu with a session's banner in it. */
async function openRunningSession(page: Page): Promise<void> {
  await openFromHeader(page, /^User menu/u, 'menu');
  const start = page.getByRole('menuitem', { name: 'Start work session' });
  const end = page.getByRole('menuitem', { name: 'End work session' });
  await expect(start.or(end)).toBeVisible();
  if (await start.isVisible()) {
    await start.click();
    await openFromHeader(page, /^User menu/u, 'menu');
  }
  await expect(page.getByRole('group', { name: 'Active session' })).toBeVisible();
}

async function openMenu(page: Page, assetNumber: string): Promise<void> {
  await openList(page);
  await page.getByPlaceholder(/Search/u).fill(assetNumber);
  const row = page.getByRole('article', { name: assetNumber });
  await row.getByRole('button').click();
  await expect(page.getByRole('menu')).toBeVisible();
}

async function choose(page: Page, assetNumber: string, action: string): Promise<void> {
  await openMenu(page, assetNumber);
  await page.getByRole('menuitem', { name: action }).click();
  await dialogIsOpen(page);
}

async function press(page: Page, assetNumber: string, button: string): Promise<void> {
  await openDevice(page, assetNumber);
  await page.getByRole('button', { name: button }).click();
  await dialogIsOpen(page);
}

async function dialogIsOpen(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
}
