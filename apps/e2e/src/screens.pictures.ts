import { isAbsolute, join } from 'node:path';
import { expect } from './support/ui-journey';
import { allLooks } from './support/views/groups';
import { test } from './support/views/view-journey';

const root = join(__dirname, '..', '..', '..');
const wanted = process.env.PICTURES_DIR ?? join('.cache', 'pictures');
const folder = isAbsolute(wanted) ? wanted : join(root, wanted);

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const looks = {
  light: { colorScheme: 'light', ...desktop },
  dark: { colorScheme: 'dark', ...desktop },
  phone: { colorScheme: 'light', ...phone },
  'phone-dark': { colorScheme: 'dark', ...phone },
} as const;

test.describe.configure({ mode: 'parallel' });

for (const [look, settings] of Object.entries(looks)) {
  for (const { group, looks: shown } of allLooks) {
    test.describe(look, () => {
      test.use(settings);

      test(group, async ({ lookAt }) => {
        for (const { view, viewer } of shown) {
          const name = `${look}/${view.name}-${viewer.replace(' ', '-')}`;
          await expect
            .soft(
              lookAt(view, viewer, async (page) => {
                await page.mouse.move(0, 0);
                await page.screenshot({ path: join(folder, `${name}.png`) });
              }),
              name,
            )
            .resolves.toBeUndefined();
        }
      });
    });
  }
}
