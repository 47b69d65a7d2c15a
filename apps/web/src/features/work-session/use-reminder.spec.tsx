import { configureStore } from '@reduxjs/toolkit';
import type { WorkSession } from '@repairline/contracts/repairs/views';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { toastSlice } from '../../components/toasts/toast-slice';
import { Toaster } from '../../components/toasts/toaster';
import { useSessionReminder } from './use-reminder';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function Page({ session }: { session: WorkSession | null }) {
  useSessionReminder(session);
  return <Toaster />;
}

function openPage(session: WorkSession | null = null) {
  const store = configureStore({ reducer: { toast: toastSlice.reducer } });
  return render(
    <Provider store={store}>
      <Page session={session} />
    </Provider>,
  );
}

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const isReminded = () => screen.queryByText('Start your work session?') !== null;
const move = () => fireEvent.pointerMove(document.body);
/** Is active once a second for so many seconds. */
function workFor(seconds: number, doSomething = move) {
  for (let second = 0; second < seconds; second += 1) {
    doSomething();
    wait(1_000);
  }
}

// proves s4.reminder.toast s9.reminder-delay s9.reminder-toast-duration
test('a person who works without a work session is reminded after 30 s of activity, for 8 s', () => {
  openPage();
  workFor(29);
  wait(999);
  expect(isReminded()).toBe(false);
  wait(1);
  expect(isReminded()).toBe(true);
  wait(7_999);
  expect(isReminded()).toBe(true);
  wait(1);
  expect(isReminded()).toBe(false);
});

// proves s9.reminder-cooldown
test('at most one reminder is shown in five minutes', () => {
  openPage();
  workFor(38);
  for (let second = 38; second < 329; second += 1) {
    workFor(1);
    expect(isReminded()).toBe(false);
  }
  workFor(1);
  expect(isReminded()).toBe(true);
});

// proves s9.reminder-activity-window
test('a person is reminded only if their last activity is less than 5 s old when the 30 s are over', () => {
  openPage();
  move();
  wait(25_000);
  move();
  wait(10_000);
  expect(isReminded()).toBe(false);
  move();
  wait(25_001);
  move();
  wait(4_999);
  expect(isReminded()).toBe(true);
});

// proves s4.reminder.not-when-active
test('no reminder is shown while a work session runs', () => {
  openPage({} as WorkSession);
  for (let half = 0; half < 4; half += 1) {
    workFor(31);
    expect(isReminded()).toBe(false);
  }
});

test('a touch over the page counts as activity', () => {
  openPage();
  workFor(31, () => fireEvent.touchMove(document.body));
  expect(isReminded()).toBe(true);
});

test('a scroll, which changes by others can cause, does not count as activity', () => {
  openPage();
  workFor(31, () => fireEvent.scroll(document));
  expect(isReminded()).toBe(false);
});
