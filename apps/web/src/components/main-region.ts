/** The container for menus of the page's content, so that people who navigate by landmarks find them in it. */
export function mainRegion(): HTMLElement | null {
  return document.querySelector('main');
}
