import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { ignoreSecondClicks } from './ignore-double-click';

beforeAll(ignoreSecondClicks);

/** A button whose icon changes at each click, and one that reveals a link in its place. */
function Screen({ onPress }: { onPress: () => void }) {
  const [presses, setPresses] = useState(0);
  const [closed, setClosed] = useState(false);
  const press = () => {
    setPresses(presses + 1);
    onPress();
  };
  return (
    <>
      <button onClick={press}>
        <i key={presses} data-testid="icon" />
      </button>
      {closed ? (
        <a href="#below" onClick={press}>
          Below
        </a>
      ) : (
        <button onClick={() => setClosed(true)}>Cancel</button>
      )}
    </>
  );
}

function open() {
  const pressed = jest.fn();
  render(<Screen onPress={pressed} />);
  return pressed;
}
/** Whether the browser still follows the click, as the nth of a double or triple click; a key's click is none of them. */
const click = (element: HTMLElement, detail: number) => fireEvent.click(element, { detail });
const below = () => screen.getByRole('link');

test('after a click that removed its button, further clicks of the same double click press nothing', () => {
  const pressed = open();
  click(screen.getByText('Cancel'), 1);
  expect(click(below(), 2)).toBe(false);
  expect(click(below(), 3)).toBe(false);
  expect(pressed).not.toHaveBeenCalled();
});

test.each([
  ['a new click', 1],
  ['a key', 0],
])('after a click that removed its button, %s presses what is there now', (_, detail) => {
  const pressed = open();
  click(screen.getByText('Cancel'), 1);
  click(below(), detail);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('a button that only exchanges its icon is pressed by each click', () => {
  const pressed = open();
  click(screen.getByTestId('icon'), 1);
  click(screen.getByTestId('icon'), 2);
  expect(pressed).toHaveBeenCalledTimes(2);
});

test('a form is sent by the first click of a double click, and again by a key', () => {
  render(<button type="submit">Add Entry</button>);
  const goesOn = (detail: number) => click(screen.getByText('Add Entry'), detail);
  expect([1, 2, 0].map(goesOn)).toEqual([true, false, true]);
});
