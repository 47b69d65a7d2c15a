const FLOATING = '[role="dialog"], [role="alertdialog"], [role="menu"], [aria-hidden="true"]';

let lastOutside: HTMLElement | undefined;
let isShown = false;

/**
 * From now on remembers what last had the focus outside of dialogs and menus. A dialog that a menu has opened cannot
 * look that up: when it comes, the menu's item is gone.
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

/** The same, if the browser showed that it had the focus: to whoever works by mouse it does not. */
export function shownFocus(): HTMLElement | undefined {
  return isShown ? lastOutside : undefined;
}
