import { expect, type Page } from '@playwright/test';
import { goTo, openList } from './navigation';
import type { View } from './view';

const as = ['Member'] as const;

/** What surrounds every screen. */
export const shellViews: readonly View[] = [
  { name: 'guide', as, open: (page) => openFromHeader(page, 'Help', 'dialog') },
  { name: 'theme-menu', as, open: (page) => openFromHeader(page, 'Theme', 'menu') },
  { name: 'user-menu', as: ['Admin'], open: (page) => openFromHeader(page, /^User menu/u, 'menu') },
  { name: 'user-menu-with-session', as, open: openRunningSession },
  { name: 'page-not-found', as, open: (page) => goTo(page, '/nowhere', 'Page Not Found') },
  {
    name: 'admins-only',
    isState: true,
    as,
    open: (page) => goTo(page, '/admin', 'You need the Admin role to see this page'),
  },
  {
    name: 'reconnecting',
    as,
    async open(page) {
      await page.routeWebSocket('**/ws', (socket) => socket.close());
      await openList(page);
      await expect(page.getByText('Reconnecting…')).toBeVisible();
    },
  },
];

async function openFromHeader(page: Page, button: string | RegExp, role: 'dialog' | 'menu'): Promise<void> {
  await goTo(page, '/profile', 'Profile Settings');
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole(role)).toBeVisible();
}

async function openRunningSession(page: Page): Promise<void> {
  await openFromHeader(page, /^User menu/u, 'menu');
  const start = page.getByRole('menuitem', { name: 'Start work session' });
  const end = page.getByRole('menuitem', { name: 'End work session' });
  // Disabled until it is known which of them it is.
  await expect(start.or(end)).toBeEnabled();
  if (await start.isVisible()) {
    await start.click();
    await expect(page.getByText('Work session started')).toBeVisible();
    await openFromHeader(page, /^User menu/u, 'menu');
  }
  await expect(page.getByRole('group', { name: 'Active session' })).toBeVisible();
}
