import { fireEvent } from '@testing-library/react';
import { watchTooltips } from './tooltip-events';

test('Escape is the only key that closes a tooltip, until the listeners are removed', () => {
  const timing = { enter: jest.fn(), leave: jest.fn(), stay: jest.fn(), close: jest.fn() };
  const end = watchTooltips(timing);
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(timing.close).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(timing.close).toHaveBeenCalledTimes(1);
  end();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(timing.close).toHaveBeenCalledTimes(1);
});
