import { act, fireEvent, render, screen } from '@testing-library/react';
import { SearchField } from './search-field';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const field = () => screen.getByLabelText<HTMLInputElement>('Search');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('a search starts 300 ms after the last key', () => {
  const searched: string[] = [];
  render(<SearchField placeholder="Search" text="" onSearch={(text) => searched.push(text)} />);
  type('C');
  pass(299);
  type('CB');
  pass(299);
  expect(searched).toEqual([]);
  pass(1);
  expect(searched).toEqual(['CB']);
});

test('Enter, which a scanner sends, searches at once', () => {
  const searched: string[] = [];
  render(<SearchField placeholder="Search" text="" onSearch={(text) => searched.push(text)} />);
  type('CB-1');
  fireEvent.keyDown(field(), { key: 'Enter' });
  pass(0);
  expect(searched).toEqual(['CB-1']);
});

test('a filter that is cleared elsewhere empties the field', () => {
  const { rerender } = render(<SearchField placeholder="Search" text="CB" onSearch={() => undefined} />);
  expect(field().value).toBe('CB');
  rerender(<SearchField placeholder="Search" text="" onSearch={() => undefined} />);
  expect(field().value).toBe('');
});

test('a space that has just been typed is not taken away when its search begins', () => {
  const { rerender } = render(<SearchField placeholder="Search" text="" onSearch={() => undefined} />);
  type('liquid ');
  rerender(<SearchField placeholder="Search" text="liquid" onSearch={() => undefined} />);
  expect(field().value).toBe('liquid ');
});
