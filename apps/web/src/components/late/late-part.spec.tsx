import { act, render, screen } from '@testing-library/react';
import { startTransition, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { latePart, type LatePart } from './late-part';

type Props = { name: string };

function Counter({ name }: Props) {
  const [count, setCount] = useState(0);
  return (
    <button onClick={() => setCount(count + 1)}>
      {name}: {count}
    </button>
  );
}

const page = (Part: LatePart<Props>, name = 'Ada') => (
  <ErrorBoundary fallback="It could not be shown">
    <Suspense fallback="Loading…">
      <Part name={name} />
    </Suspense>
  </ErrorBoundary>
);

test('a part that has been loaded is drawn at once', async () => {
  const Part = latePart(() => Promise.resolve(Counter));
  await Part.load();
  const { container } = render(page(Part));
  expect(container.textContent).toBe('Ada: 0');
});

test('a part that has not been loaded is fetched when it is shown', async () => {
  const fetch = jest.fn(() => Promise.resolve(Counter));
  const Part = latePart(fetch);
  expect(fetch).not.toHaveBeenCalled();
  const { container } = render(page(Part));
  expect(container.textContent).toBe('Loading…');
  expect(await screen.findByText('Ada: 0')).toBeTruthy();
});

test('a part keeps its state when it is drawn again after its code has arrived', async () => {
  const Part = latePart(() => Promise.resolve(Counter));
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  // A transition, as of a navigation, waits for code that arrives at once. `act` would draw the fallback first.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  startTransition(() => root.render(page(Part)));
  const button = await screen.findByRole('button');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  act(() => button.click());
  act(() => root.render(page(Part, 'Grace')));
  expect(screen.getByRole('button').textContent).toBe('Grace: 1');
  act(() => root.unmount());
});

test('a part whose code could not be fetched fails when it is shown', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = latePart<Props>(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(Part.load()).rejects.toThrow('Failed to fetch');
  render(page(Part));
  expect(await screen.findByText('It could not be shown')).toBeTruthy();
});
