import type { Page, Route } from '@playwright/test';
import { newColleague } from './support/api-journey';
import { deviceScreens } from './support/typed/device-forms';
import { peopleScreens } from './support/typed/people-forms';
import { expectKept, submit, typeInto, type Desk, type TypedForm } from './support/typed/typed-form';
import { expect, pageOf, test } from './support/ui-journey';

const EVERY_CALL = '**/api/**';
const UNREACHABLE = 'The server cannot be reached. Check the connection and try again.';

async function refuse(route: Route): Promise<void> {
  if (route.request().method() === 'GET') return route.fallback();
  return route.fulfill({ status: 500, json: { message: 'Not today', type: 'unexpected' } });
}

async function keepsWhatIsTyped(page: Page, form: TypedForm, desk: Desk): Promise<void> {
  const opened = await form.open(desk);
  await typeInto(opened);
  await test.step('a call that the server fails', async () => {
    await page.route(EVERY_CALL, refuse);
    await submit(opened);
    await expectKept(page, opened, 'Not today');
    await page.unroute(EVERY_CALL);
  });
  await test.step('no connection at all', async () => {
    await page.route(EVERY_CALL, (route) => route.abort());
    await submit(opened);
    await expectKept(page, opened, UNREACHABLE);
    await page.unroute(EVERY_CALL);
  });
  await test.step('the same again, which goes through', async () => {
    await submit(opened);
    await expect(opened.done).toBeVisible();
  });
}

for (const { name, as, forms } of [...peopleScreens, ...deviceScreens]) {
  test(`${name}: what was typed outlives failed calls, and can be sent then`, async ({ browser, url, admin }) => {
    test.slow();
    const person = await newColleague(admin, url);
    const page =
      as === 'nobody' ? await browser.newPage() : await pageOf(browser, url, as === 'Admin' ? admin : person.api);
    for (const form of forms) {
      await test.step(form.name, () => keepsWhatIsTyped(page, form, { page, person, admin }));
    }
    await page.context().close();
    await person.api.close();
  });
}
