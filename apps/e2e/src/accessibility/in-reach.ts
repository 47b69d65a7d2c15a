import { expect, type Page } from '@playwright/test';

/** The size a thumb hits reliably; anything smaller may be missed. */
export const THUMB_PX = 44;

const PHONE = { width: 390, height: 844 };

/** Gives the page a narrow window, and touch instead of a mouse, which media queries follow at once. */
export async function becomePhone(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => matchMedia('(pointer: coarse)').matches && innerWidth)).toBe(PHONE.width);
}

/** What covers the page while it is open. */
export const IN_FRONT = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** By how many pixels the page is wider than its window, or what is open in front of it wider than its frame. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate((inFront) => {
    const frames = [...document.querySelectorAll(inFront)].flatMap((open) => {
      const within = [open];
      for (let box = open; getComputedStyle(box).position === 'static' && box.parentElement; within.push(box)) {
        box = box.parentElement;
      }
      return within;
    });
    const boxes = [document.documentElement, ...frames];
    return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  }, IN_FRONT);
}

/** Controls of the dialog, or of the page if none is open, that no scrolling brings fully into the window's width. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate((inFront) => {
    const front = document.querySelector(inFront) ?? document.body;
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
  }, IN_FRONT);
}

/**
 * Buttons, menu items and fields that are smaller than `px` in both directions or lower than it. Links within a line of
 * text are as high as the line.
 */
export function tooSmall(page: Page, px: number): Promise<string[]> {
  return page.evaluate((least) => {
    const targets =
      '[role="menuitem"], [role="menuitemradio"], [role="tab"], button, select, input:not([type="checkbox"])';
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"], [inert]'))
      .map((element) => ({ element, height: element.getBoundingClientRect().height }))
      .filter(({ height }) => height > 0 && height < least - 0.5)
      .map(({ element, height }) => `${element.ariaLabel ?? element.textContent ?? element.tagName}: ${height}`);
  }, px);
}
