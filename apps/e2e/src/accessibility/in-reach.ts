import type { Page } from '@playwright/test';

/** By how many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Controls of the dialog, or of the page if none is open, that no scrolling brings fully into the window's width. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const front = document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') ?? document.body;
    const controls = [
      ...front.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, [role="menuitem"]'),
    ];
    const lost = controls.filter((element) => {
      if (!element.checkVisibility() || element.closest('[aria-hidden="true"]')) return false;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (bottom - top < 1 || element.matches(':not(:focus)[href="#content"]')) return false;
      return left < -1 || right > innerWidth + 1 || bottom <= 0 || top >= innerHeight;
    });
    return lost.map((element) => element.ariaLabel ?? element.textContent ?? element.tagName);
  });
}
