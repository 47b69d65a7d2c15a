import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import { draftSlice } from '../../components/forms/draft-slice';
import { toastSlice } from '../../components/toasts/toast-slice';

/** Returned as the answer to a call, it makes the call fail with this message. */
export class Refusal extends Error {}

/**
 * The store that a form needs, with a server whose answers `answer` gives from the address and the body of each call.
 * `sent` collects the bodies of all calls that have one.
 */
export function openFormStore(answer: (url: string, body: unknown) => unknown) {
  const sent: unknown[] = [];
  globalThis.fetch = (async (url: string, init?: { body?: string }) => {
    const given: unknown = init?.body && JSON.parse(init.body);
    if (given) sent.push(given);
    const answered = await answer(url, given);
    const refused = answered instanceof Refusal;
    const body = refused ? { message: answered.message } : answered;
    const text = async () => JSON.stringify(body);
    return { ok: !refused, status: refused ? 409 : 200, headers: { get: () => null }, json: async () => body, text };
  }) as unknown as typeof fetch;
  const reducer = combineReducers({
    [api.reducerPath]: api.reducer,
    drafts: draftSlice.reducer,
    toast: toastSlice.reducer,
  });
  const store = configureStore({ reducer, middleware: (defaults) => defaults().concat(api.middleware) });
  return { store, sent };
}
