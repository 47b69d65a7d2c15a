import { type Page, type WebSocketRoute } from '@playwright/test';
import { type LiveChange } from '@repairline/contracts/live';
import { expect, test } from './support/journey';
import { signInAs, theFirstAdmin } from './support/people';
import { stopMocking } from './support/ui-journey';

/** A page whose socket says only what the test makes it say. */
async function openWithSocket(page: Page, path: string, ready: string): Promise<(change: object) => void> {
  let socket: WebSocketRoute | undefined;
  // The previous page may be about to open its own socket, which would be mistaken for that of the new page.
  await page.goto('about:blank');
  await page.routeWebSocket(/\/ws$/u, (route) => {
    socket = route;
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { name: ready }).first()).toBeVisible();
  await expect.poll(() => socket).toBeDefined();
  const say = (message: object) => socket?.send(JSON.stringify(message));
  // The greeting triggers a reread of everything, which must be over before anything else is sent.
  const again = page.waitForResponse(/\/api\/auth\/user$/u);
  say({ type: 'hello', positions: {}, refetch: false });
  await again;
  await page.waitForLoadState('networkidle');
  return say;
}

/** Paths below /api/ of the calls made from now on. */
function listen(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The work session is polled by a timer.
    if (pathname.startsWith('/api/') && !pathname.endsWith('/sessions/current')) asked.add(pathname.slice(5));
  });
  return asked;
}

test.beforeEach(({ page }) => signInAs(page, theFirstAdmin));

const types = ['device_updated', 'repair_log_created', 'billing_notes_updated'] as const;
const at = (type: LiveChange['type'], position: number) => ({
  type,
  context: type === 'billing_notes_updated' ? 'billing' : 'repairs',
  at: position,
  barcodeNumber: 'CB-1',
});

// proves s7.live.device-updated s7.live.repair-log-created s7.live.billing-notes-updated
test('a change of a device refetches devices, stats, recent activity and the completed repairs', async ({ page }) => {
  const say = await openWithSocket(page, '/devices', 'Device Management');
  const asked = listen(page);
  for (const [position, type] of types.entries()) {
    asked.clear();
    say(at(type, position + 1));
    await expect.poll(() => [...asked].sort(), type).toEqual(['devices', 'recent-activity', 'stats']);
  }

  await stopMocking(page);
  const sayThere = await openWithSocket(page, '/completed-repairs', 'Completed Repairs');
  for (const [position, type] of types.entries()) {
    asked.clear();
    sayThere(at(type, position + 1));
    await expect.poll(() => [...asked].sort(), type).toEqual(['billing/completed', 'billing/summary']);
  }
});

/** Refetches the signed-in user on every screen, together with all that earlier messages have made stale. */
const elsewhere = { type: 'user_updated', context: 'identity', at: 2, userId: 'u-1' };
const billed = { type: 'billing_updated', context: 'billing', at: 1 };
const counted = { type: 'analytics_updated', context: 'analytics', at: 1 };
const unknown = ['repairs', 'billing', 'analytics'].map((context) => ({ type: 'somebody_waved', context, at: 1 }));

// proves d.calls.ws-unknown-types-ignored
test('billing_updated refetches only the completed repairs, analytics_updated only the analytics, and unknown messages nothing', async ({
  page,
}) => {
  for (const { path, heading, own, others, calls } of [
    { path: 'analytics', heading: 'Analytics Dashboard', own: counted, others: billed, calls: ['analytics'] },
    {
      ...{ path: 'completed-repairs', heading: 'Completed Repairs', own: billed, others: counted },
      calls: ['billing/completed', 'billing/summary'],
    },
  ]) {
    await stopMocking(page);
    const say = await openWithSocket(page, `/${path}`, heading);
    const asked = listen(page);
    for (const message of [...unknown, others, elsewhere]) say(message);
    await expect.poll(() => [...asked], `${path}: of no concern`).toEqual(['auth/user']);
    asked.clear();
    say(own);
    await expect.poll(() => [...asked].sort(), `${path}: its own`).toEqual(calls);
    await expect(page.getByText('Reconnecting…')).toBeHidden();
  }
});
