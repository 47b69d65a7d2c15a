import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { useCloseOnBack } from './dialog-frame';

const watchers: FakeCloseWatcher[] = [];

/** A browser's CloseWatcher: jsdom has none. */
class FakeCloseWatcher {
  onclose: () => void = () => undefined;
  constructor() {
    watchers.push(this);
  }
  destroy() {
    this.onclose = () => undefined;
  }
}

const goBack = () => watchers.at(-1)?.onclose();

function First({ close }: { close: () => void }) {
  useCloseOnBack(close);
  return null;
}

/** Takes the place of the first, and the request to close comes in that moment. */
function Next() {
  useLayoutEffect(goBack, []);
  return null;
}

beforeAll(() => void Object.assign(window, { CloseWatcher: FakeCloseWatcher }));
afterAll(() => void Reflect.deleteProperty(window, 'CloseWatcher'));

test('going back closes what is open, but not what has just been replaced', () => {
  const close = jest.fn();
  const { rerender } = render(<First close={close} />);
  goBack();
  expect(close).toHaveBeenCalledTimes(1);
  rerender(<Next />);
  expect(close).toHaveBeenCalledTimes(1);
});
