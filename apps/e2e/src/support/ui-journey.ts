import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Api } from './api';
import { test as base } from './api-journey';

export { expect } from '@playwright/test';

interface Pages {
  /** A page of the worker's Member, who is signed in already. */
  memberPage: Page;
  /** A page of the first Admin, who is signed in already. */
  adminPage: Page;
}

/** The test of journeys that look at one screen after the other: nobody has to sign in first. */
export const test = base.extend<Pages>({
  baseURL: async ({ url }, use) => use(url),
  memberPage: async ({ browser, url, member }, use) => {
    const page = await pageOf(browser, url, member.api);
    await use(page);
    await page.context().close();
  },
  adminPage: async ({ browser, url, admin }, use) => {
    const page = await pageOf(browser, url, admin);
    await use(page);
    await page.context().close();
  },
});

/** A page of whoever is signed in on the client, on a computer that is set up otherwise where that is given. */
export async function pageOf(browser: Browser, url: string, api: Api, setUp?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(setUp);
  const cookies = api.cookie().split('; ');
  await context.addCookies(
    cookies.map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2);
      return { name, value, url };
    }),
  );
  return context.newPage();
}

/** The failure that shows, which is the toast 'Error' with exactly this text. */
export function failure(page: Page, text: string): Locator {
  return toasts(page, 'alert', 'Error').filter({ has: page.getByText(text, { exact: true }) });
}

/** The toast of exactly this title, which says that something went well. */
export function success(page: Page, title: string): Locator {
  return toasts(page, 'status', title);
}

function toasts(page: Page, role: 'alert' | 'status', title: string): Locator {
  const area = page.getByRole('region', { name: 'Notifications' });
  return area.getByRole(role).filter({ has: page.getByText(title, { exact: true }) });
}

export interface Call {
  method: string;
  /** Below the origin, with its query. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Every call below /api that the page makes from now on. */
export function callsOf(page: Page): Call[] {
  const calls: Call[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    calls.push({
      method: request.method(),
      path: `${pathname}${search}`,
      headers: request.headers(),
      body: request.postDataJSON() as unknown,
    });
  });
  return calls;
}

/** Lets calls of the path hang until it is called. */
export async function holdBack(page: Page, path: string | RegExp, method?: string): Promise<() => void> {
  let go = () => undefined as void;
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(path, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    await gone;
    return route.fallback();
  });
  return go;
}

/** From now on calls of the path and method fail: with the server's message, or without where it is undefined. */
export async function fail(page: Page, path: string | RegExp, method: string, message?: string): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (message === undefined) return route.fulfill({ status: 500, body: 'no json' });
    return route.fulfill({ status: 500, json: { message, code: 'unexpected' } });
  });
}

/**
 * The page's sockets say nothing from its next load on, so that neither the greeting nor what others change has anything
 * read again: what shows stays until the journey itself does something about it.
 */
export async function hearNothing(page: Page): Promise<void> {
  await page.routeWebSocket(/\/ws$/u, () => undefined);
}

/**
 * Ends what was done to calls, of one path or of all. The page's calls stay intercepted: Chromium leaves one that is on its way
 * when that ends without an answer for good.
 */
export async function answerAgain(page: Page, path?: string | RegExp): Promise<void> {
  await page.context().route('**/nothing-is-here', (route) => route.fallback());
  await (path === undefined ? page.unrouteAll() : page.unroute(path));
}
