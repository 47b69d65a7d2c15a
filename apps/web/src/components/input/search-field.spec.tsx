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

test('a search selects its text, so that the next scan replaces it', () => {
  render(<SearchField placeholder="Search" text="" onSearch={() => undefined} />);
  type('CB-1');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([field().selectionStart, field().selectionEnd]).toEqual([0, 4]);
});

test('a filter that is cleared elsewhere empties the field', () => {
  const { rerender } = render(<SearchField placeholder="Search" text="CB" onSearch={() => undefined} />);
  expect(field().value).toBe('CB');
  rerender(<SearchField placeholder="Search" text="" onSearch={() => undefined} />);
  expect(field().value).toBe('');
});

test('a trailing space stays when the search starts with the trimmed text', () => {
  const { rerender } = render(<SearchField placeholder="Search" text="" onSearch={() => undefined} />);
  type('liquid ');
  pass(300);
  rerender(<SearchField placeholder="Search" text="liquid" onSearch={() => undefined} />);
  expect(field().value).toBe('liquid ');
});

/** Searches for 'CB'; the returned function changes the `text` prop, as the address does later. */
function searching(onSearch: (text: string) => void = () => undefined) {
  const shown = (text: string) => <SearchField placeholder="Search" text={text} onSearch={onSearch} />;
  const { rerender } = render(shown('CB'));
  return (text: string) => rerender(shown(text));
}

test('text typed after a search began stays when the address catches up, however late', () => {
  const arrive = searching();
  type('CB-1');
  pass(300);
  type('CB-12');
  arrive('CB-1');
  expect(field().value).toBe('CB-12');
  pass(300);
  type('CB-123');
  pass(300);
  arrive('CB-12');
  expect(field().value).toBe('CB-123');
  arrive('CB-123');
  expect(field().value).toBe('CB-123');
});

test('the field follows the address back to a search that was typed before', () => {
  const arrive = searching();
  type('CB-1');
  pass(300);
  arrive('CB-1');
  arrive('');
  expect(field().value).toBe('');
  arrive('CB-1');
  expect(field().value).toBe('CB-1');
});

test('text typed just before the filter is cleared elsewhere is not searched for', () => {
  const searched: string[] = [];
  const arrive = searching((text) => searched.push(text));
  type('CB-1');
  pass(200);
  arrive('');
  pass(300);
  expect(searched).toEqual([]);
  expect(field().value).toBe('');
});

test('after the search was cleared, the field has the focus for the next scan', () => {
  render(<SearchField placeholder="Search" text="" onSearch={() => undefined} />);
  type('CB-1');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(document.activeElement).toBe(field());
});
