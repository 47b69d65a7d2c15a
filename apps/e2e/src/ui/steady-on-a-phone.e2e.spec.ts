import { newDevice } from '../support/device-calls';
import { openDevice } from '../support/devices';
import { expect, holdBack, test } from '../support/ui-journey';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('what a thumb is on its way to stays where it is while the list is narrowed down', async ({
  memberPage: page,
  member,
}) => {
  await newDevice(member.api);
  await page.goto('/devices');
  const search = page.getByRole('textbox', { name: 'Search' });
  await expect(page.getByRole('article').first()).toBeVisible();
  const place = () => search.evaluate((field) => field.getBoundingClientRect().top);
  const before = await place();
  const go = await holdBack(page, /\/api\/devices\?.*q=nowhere/u);
  await search.fill('nowhere');
  await expect(page.getByText('Filtering...')).toBeVisible();
  expect(await place()).toBe(before);
  go();
  await expect(page.getByText('Filtering...')).toBeHidden();
});

test('a tick box stands on one line with its word', async ({ memberPage: page, member }) => {
  const { barcodeNumber } = await newDevice(member.api);
  await openDevice(page, barcodeNumber);
  const tick = page.getByRole('checkbox', { name: 'Completed' });
  await expect(tick).toBeVisible();
  const apart = await tick.evaluate((input) => {
    const middles = [input.nextElementSibling, input.parentElement?.querySelector('label')].map((part) => {
      const { top, height } = part?.getBoundingClientRect() ?? new DOMRect();
      return top + height / 2;
    });
    return Math.max(...middles) - Math.min(...middles);
  });
  expect(apart).toBeLessThan(1);
});
