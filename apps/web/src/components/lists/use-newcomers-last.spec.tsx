import { act, renderHook } from '@testing-library/react';
import { useNewcomersLast } from './use-newcomers-last';

function list(ids: string, search?: string) {
  const rows = (all: string) => [...all].map((id) => ({ id }));
  const { result, rerender } = renderHook(({ shown, of }) => useNewcomersLast(rows(shown), of), {
    initialProps: { shown: ids, of: search },
  });
  return {
    enter: () => act(() => result.current.pointer.onPointerEnter()),
    leave: () => act(() => result.current.pointer.onPointerLeave()),
    fetch: (shown: string, of = search) => rerender({ shown, of }),
    shown: () => result.current.rows?.map(({ id }) => id).join(''),
  };
}

test('a new row takes its place at once, unless the pointer is over the list: then when the pointer leaves', () => {
  const { enter, leave, fetch, shown } = list('bc');
  fetch('abc');
  expect(shown()).toBe('abc');
  enter();
  fetch('nabc');
  expect(shown()).toBe('abcn');
  leave();
  expect(shown()).toBe('nabc');
});

test('rows that come one after the other while the pointer is over the list are added in that order', () => {
  const { enter, fetch, shown } = list('bc');
  enter();
  fetch('bcde');
  fetch('abcde');
  expect(shown()).toBe('bcdea');
});

test('a row that goes leaves no gap, and if it comes back, it does so in its former place', () => {
  const { enter, fetch, shown } = list('abc');
  enter();
  fetch('ac');
  expect(shown()).toBe('ac');
  fetch('nabc');
  expect(shown()).toBe('abcn');
});

test('the rows of another search are in their own order, and new ones among them come last', () => {
  const { enter, fetch, shown } = list('bd', 'one');
  enter();
  fetch('abcd', 'other');
  expect(shown()).toBe('abcd');
  fetch('nabcd', 'other');
  expect(shown()).toBe('abcdn');
});
