import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { Api } from './api';
import { test as base } from './api-journey';
import type { Cookies } from './warm-pages';

export { expect } from '@playwright/test';

interface Pages {
  /** A page on which the worker's Member is signed in. */
  memberPage: Page;
  /** A page on which the first Admin is signed in. */
  adminPage: Page;
}

/** The `test` of journeys that look at one screen after another, on pages that are already signed in. */
export const test = base.extend<Pages>({
  baseURL: async ({ url }, use) => use(url),
  memberPage: async ({ openPage, url, member }, use) => use(await openPage('Member', cookiesOf(member.api, url))),
  adminPage: async ({ openPage, url, admin }, use) => use(await openPage('Admin', cookiesOf(admin, url))),
});

/** A page with the client's sign-in, in a browser with the settings `setUp`, if given. */
export async function pageOf(browser: Browser, url: string, api: Api, setUp?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(setUp);
  await context.addCookies(cookiesOf(api, url));
  return context.newPage();
}

function cookiesOf(api: Api, url: string): Cookies {
  const pairs = api.cookie().split('; ');
  return pairs.map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return { name, value, url };
  });
}

/** The failure on the screen: the toast 'Error' with exactly this text. */
export function failure(page: Page, text: string): Locator {
  return toasts(page, 'alert', 'Error').filter({ has: page.getByText(text, { exact: true }) });
}

/** The toast with exactly this title, which reports a success. */
export function success(page: Page, title: string): Locator {
  return toasts(page, 'status', title);
}

function toasts(page: Page, role: 'alert' | 'status', title: string): Locator {
  const area = page.getByRole('region', { name: 'Notifications' });
  return area.getByRole(role).filter({ has: page.getByText(title, { exact: true }) });
}

export interface Call {
  method: string;
  /** The path with its query, without the origin. */
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Collects every call below /api that the page makes from now on. */
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

/** Holds back calls of the path until the returned function is called. */
export async function holdRequests(page: Page, path: string | RegExp, method?: string): Promise<() => void> {
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

/**
 * From now on, calls of this path and method fail with the server's message, or without a message if it is undefined.
 */
export async function fail(page: Page, path: string | RegExp, method: string, message?: string): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    if (message === undefined) return route.fulfill({ status: 500, body: 'no json' });
    return route.fulfill({ status: 500, json: { message, code: 'unexpected' } });
  });
}

/**
 * From its next load on, the page's sockets stay silent, so that neither the greeting nor other people's changes
 * trigger a reread: the screen stays as it is until the journey itself changes something.
 */
export async function muteLiveUpdates(page: Page): Promise<void> {
  await page.routeWebSocket(/\/ws$/u, () => undefined);
}

/**
 * Ends the routing of calls, of one path or of all. The page's calls stay intercepted: when interception ends, Chromium
 * never answers a call that is under way.
 */
export async function stopMocking(page: Page, path?: string | RegExp): Promise<void> {
  await page.context().route('**/nothing-is-here', (route) => route.fallback());
  await (path === undefined ? page.unrouteAll() : page.unroute(path));
}
