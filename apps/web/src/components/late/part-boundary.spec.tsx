import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { draftSlice } from '../forms/drafts';
import { reloadKeepingDrafts } from '../forms/drafts-over-reload';
import { toastSlice } from '../toasts/toast-slice';
import { NOT_LOADED, PartBoundary } from './late-part';

jest.mock('../forms/drafts-over-reload', () => ({ reloadKeepingDrafts: jest.fn() }));

function Missing(): never {
  throw new TypeError('Failed to fetch dynamically imported module');
}

/** Presses Retry for a part that could not be fetched, while the page's address answers this. */
function retryWhile(answer: () => Promise<Partial<Response>>) {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  globalThis.fetch = jest.fn(answer) as never;
  const store = configureStore({ reducer: { drafts: draftSlice.reducer, toast: toastSlice.reducer } });
  render(
    <Provider store={store}>
      <PartBoundary>
        <Missing />
      </PartBoundary>
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  return store;
}

beforeEach(() => jest.mocked(reloadKeepingDrafts).mockClear());

test('Retry reloads the page once the server answers with it', async () => {
  retryWhile(async () => ({ ok: true }));
  await waitFor(() => expect(reloadKeepingDrafts).toHaveBeenCalledTimes(1));
  expect(fetch).toHaveBeenCalledWith('/', expect.objectContaining({ cache: 'no-store' }));
});

test.each([
  ['the server cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy answers that the server is away', async () => ({ ok: false, status: 502 })],
])('while %s, Retry shows a toast and leaves the page as it is', async (_, answer) => {
  const store = retryWhile(answer);
  await waitFor(() => expect(JSON.stringify(store.getState().toast)).toContain(NOT_LOADED));
  expect(reloadKeepingDrafts).not.toHaveBeenCalled();
});
