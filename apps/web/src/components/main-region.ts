/** Where menus of the page's content are put, so that whoever goes from landmark to landmark finds them in it. */
export function mainRegion(): HTMLElement | null {
  return document.querySelector('main');
}
