const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [aria-hidden="true"]';

let lastOutside: HTMLElement | undefined;
let isShown = false;

/**
 * Starts remembering what last had the focus outside dialogs and menus. A dialog opened from a menu cannot look that
 * up, because the menu's item is gone by then.
 */
export function rememberFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest(FLOATING)) return;
    lastOutside = target;
    isShown = target.matches(':focus-visible');
  });
}

export function rememberedFocus(): HTMLElement | undefined {
  return lastOutside;
}

/** The same, but only if the browser showed the focus, which it does not for people who use a mouse. */
export function lastVisibleFocus(): HTMLElement | undefined {
  return isShown ? lastOutside : undefined;
}

/** The content of the page. Its menus are mounted in it, so that people who navigate by landmarks find them there. */
export function mainRegion(): HTMLElement | null {
  return document.querySelector('main');
}
