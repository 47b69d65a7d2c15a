import { fireEvent, render, screen } from '@testing-library/react';
import { suppressKeyRepeatOnButtons } from './key-repeat';

beforeAll(suppressKeyRepeatOnButtons);

/** Whether the browser still handles the key itself, which presses a button. */
const goesOn = (role: 'button' | 'menuitem' | 'textbox' | 'link', key: string, repeat: boolean) =>
  fireEvent.keyDown(screen.getByRole(role), { key, repeat });

test('a held Enter presses a button or menu item once, and repeats everywhere else', () => {
  render(
    <>
      <button>
        <span>Mark as Sent</span>
      </button>
      <div role="menuitem">Complete Repair</div>
      <textarea />
      <a href="#there">There</a>
    </>,
  );
  for (const role of ['button', 'menuitem'] as const) {
    expect(goesOn(role, 'Enter', false)).toBe(true);
    expect(goesOn(role, 'Enter', true)).toBe(false);
    expect(goesOn(role, 'Tab', true)).toBe(true);
  }
  for (const role of ['textbox', 'link'] as const) expect(goesOn(role, 'Enter', true)).toBe(true);
});
