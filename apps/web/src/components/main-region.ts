/** The content of the page. Its menus are mounted in it, so that people who navigate by landmarks find them there. */
export function mainRegion(): HTMLElement | null {
  return document.querySelector('main');
}
