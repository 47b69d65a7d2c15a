import { configureStore } from '@reduxjs/toolkit';
import { act, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { liveChanged, liveSlice } from '../../live/live-slice';
import { ChangeAnnouncer } from './change-announcer';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function heard() {
  const store = configureStore({ reducer: { live: liveSlice.reducer } });
  const { getByRole } = render(
    <Provider store={store}>
      <ChangeAnnouncer among={[{ barcodeNumber: 'CB-1' }, { barcodeNumber: 'CB-2' }, { barcodeNumber: 'CB-3' }]} />
    </Provider>,
  );
  return {
    change: (...numbers: string[]) => act(() => void store.dispatch(liveChanged({ markedRows: numbers }))),
    pass: (ms: number) => act(() => void jest.advanceTimersByTime(ms)),
    said: () => getByRole('status').textContent,
  };
}

test('a change of a listed device is announced at once, a change of any other device is not', () => {
  const { change, pass, said } = heard();
  change('CB-9');
  pass(5_000);
  expect(said()).toBe('');
  change('CB-9', 'CB-2');
  pass(1);
  expect(said()).toBe('CB-2 has been updated');
});

test('many changes are announced once a second, so that no announcement is cut off', () => {
  const { change, pass, said } = heard();
  change('CB-1');
  pass(1);
  const sentences = new Set<string | null>();
  for (let turn = 0; turn < 30; turn += 1) {
    change(...['CB-1', 'CB-2', 'CB-3'].slice(0, 1 + (turn % 3)));
    pass(30);
    sentences.add(said());
  }
  expect([...sentences]).toEqual(['CB-1 has been updated']);
  pass(200);
  expect(said()).toBe('3 devices have been updated');
  change();
  pass(800);
  expect(said()).toBe('3 devices have been updated');
  pass(100);
  expect(said()).toBe('');
});

test('marks that expire are not announced again', () => {
  const { change, pass, said } = heard();
  const sentences: (string | null)[] = [];
  const marks = [['CB-1'], ['CB-1', 'CB-2'], ['CB-2'], ['CB-2', 'CB-3'], ['CB-3'], ['CB-3', 'CB-1'], []];
  for (const marked of marks) {
    change(...marked);
    pass(1_500);
    sentences.push(said());
  }
  const two = '2 devices have been updated';
  expect(sentences).toEqual(['CB-1 has been updated', two, two, two, two, two, '']);
});
