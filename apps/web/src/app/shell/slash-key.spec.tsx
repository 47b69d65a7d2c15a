import { isQuickIntakeKey } from './quick-intake-key';

/** Whether a key press on the first element of `html` opens Quick Intake. */
function press(html: string, key = '/', init: KeyboardEventInit = {}): boolean {
  document.body.innerHTML = html;
  let asked = false;
  const listen = (event: KeyboardEvent) => {
    asked = isQuickIntakeKey(event);
  };
  document.addEventListener('keydown', listen);
  document.body.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }));
  document.removeEventListener('keydown', listen);
  return asked;
}

test.each(['<main></main>', '<button></button>', '<select></select>', '<input type="checkbox">'])(
  "'/' on %s opens Quick Intake",
  (html) => {
    expect(press(html)).toBe(true);
    expect(press(html, 'a')).toBe(false);
  },
);

test.each(['<input>', '<input type="search">', '<textarea></textarea>'])(
  "'/' typed in %s does not open Quick Intake",
  (html) => {
    expect(press(html)).toBe(false);
  },
);

test("'/' with Ctrl or Alt held does not open Quick Intake", () => {
  expect(press('<main></main>', '/', { ctrlKey: true })).toBe(false);
  expect(press('<main></main>', '/', { altKey: true })).toBe(false);
});

test("'/' does not open Quick Intake over an open dialog", () => {
  expect(press('<button></button><div aria-modal="true"></div>')).toBe(false);
});
