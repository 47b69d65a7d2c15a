import { act, render, screen } from '@testing-library/react';
import { rememberFocus } from './focus-memory';
import { catchLostFocus } from './lost-focus';

beforeAll(() => {
  rememberFocus();
  catchLostFocus();
});

interface Shown {
  rows: readonly string[];
  form?: boolean;
  elsewhere?: boolean;
  asks?: boolean;
}

function Screen({ rows, form = true, elsewhere = false, asks = false }: Shown) {
  return (
    <>
      <main>
        {elsewhere ? (
          <h1>Elsewhere</h1>
        ) : (
          <div>
            <h1>Devices</h1>
            <section>
              <h2>Open</h2>
              <section>
                <ul>
                  {rows.map((name) => (
                    <li key={name}>
                      <a href={`/${name}`}>{name}</a>
                      <button>Finish {name}</button>
                    </li>
                  ))}
                </ul>
              </section>
            </section>
            {form && <textarea aria-label="Entry" />}
          </div>
        )}
      </main>
      {asks && (
        <div role="dialog" aria-modal="true">
          <button>Really</button>
        </div>
      )}
    </>
  );
}

/** Renders the first screen, focuses the element, then renders the following screens. */
async function focusAfter(first: Shown, focused: () => HTMLElement, ...then: Shown[]) {
  const { rerender } = render(<Screen {...first} />);
  act(() => focused().focus());
  for (const next of then) await act(async () => rerender(<Screen {...next} />));
  return document.activeElement;
}
const finish = (name: string) => () => screen.getByRole('button', { name: `Finish ${name}` });
const link = (name: string) => screen.getByRole('link', { name });

test('when the focused row is removed, the row that takes its place gets the focus', async () => {
  expect(await focusAfter({ rows: ['a', 'b', 'c'] }, finish('b'), { rows: ['a', 'c'] })).toBe(link('c'));
});

test('when the focused row was the last, the row before it gets the focus', async () => {
  expect(await focusAfter({ rows: ['a', 'b'] }, finish('b'), { rows: ['a'] })).toBe(link('a'));
});

test('when the focused row was the only one, the heading of the list gets the focus', async () => {
  expect(await focusAfter({ rows: ['a'] }, finish('a'), { rows: [] })).toBe(screen.getByText('Open'));
});

test('when a focused form is removed, the heading of its container gets the focus', async () => {
  const entry = () => screen.getByLabelText('Entry');
  expect(await focusAfter({ rows: ['a'] }, entry, { rows: ['a'], form: false })).toBe(screen.getByText('Devices'));
});

test('an open dialog keeps the focus; when it closes, the row in place of the removed one gets it', async () => {
  const rows = ['a', 'b'];
  const { rerender } = render(<Screen rows={rows} />);
  act(() => finish('a')().focus());
  await act(async () => rerender(<Screen rows={rows} asks />));
  act(() => screen.getByText('Really').focus());
  await act(async () => rerender(<Screen rows={['b']} asks />));
  expect(document.activeElement).toBe(screen.getByText('Really'));
  await act(async () => rerender(<Screen rows={['b']} />));
  expect(document.activeElement).toBe(link('b'));
});

test('a change of screen leaves the focus to the new screen', async () => {
  expect(await focusAfter({ rows: ['a'] }, finish('a'), { rows: [], elsewhere: true })).toBe(document.body);
});

test('the focus stays where the user moved it before the row was removed', async () => {
  const { rerender } = render(<Screen rows={['a', 'b']} />);
  act(() => finish('a')().focus());
  act(() => screen.getByLabelText('Entry').focus());
  await act(async () => rerender(<Screen rows={['b']} />));
  expect(document.activeElement).toBe(screen.getByLabelText('Entry'));
});
