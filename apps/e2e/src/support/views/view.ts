import { expect, type Page } from '@playwright/test';
import type { Bench } from './bench';

export type Viewer = 'signed out' | 'Member' | 'Admin';

/** Something a person can have in front of them: a screen, or a dialog, menu, toast or state of one. */
export interface View {
  name: string;
  /** Set if it differs from another view in its state alone; only `npm run test:all` looks at it. */
  isState?: true;
  /** Who sees it; several if it looks different to them, the last of whom sees most. */
  as: readonly Viewer[];
  /** Opens it on a new page. */
  open: (page: Page, bench: Bench) => Promise<unknown>;
  /** Set if the view lasts until the product answers and so never comes to rest. */
  loading?: true;
}

/** Waits until the open dialog or menu, if any, and everything else have come to rest. */
export async function waitUntilSettled(page: Page, { loading }: Pick<View, 'loading'> = {}): Promise<void> {
  if (!loading) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}
