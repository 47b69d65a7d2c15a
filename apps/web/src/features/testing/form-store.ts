import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { api } from '../../api/api';
import { draftSlice } from '../../components/forms/drafts';
import { toastSlice } from '../../components/toasts/toast-slice';
import { liveSlice } from '../../live/live-slice';

/** Returned as the answer to a call, it makes the call fail with this message, and with `more` in its body. */
export class Refusal extends Error {
  constructor(
    message = '',
    readonly status = 409,
    readonly more: object = {},
  ) {
    super(message);
  }
}

/** Returned as the answer to a call, it is the first page of a list of `total` items. */
export class FirstPage {
  constructor(
    readonly items: unknown[],
    readonly total: number,
  ) {}
}

export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  credentials?: string;
  body: unknown;
}

/**
 * The store that a form needs, with a server whose answers `answer` gives from the address, the body and the method of
 * each call. `calls` collects all calls, `sent` the bodies of those that have one.
 */
export function openFormStore(answer: (url: string, body: unknown, method: string) => unknown) {
  const sent: unknown[] = [];
  const calls: Call[] = [];
  globalThis.fetch = (async (url: string, init: RequestInit & { body?: string } = {}) => {
    const { method = 'GET', headers, credentials } = init;
    const given: unknown = init.body && JSON.parse(init.body);
    if (given) sent.push(given);
    calls.push({ method, url, headers: { ...(headers as Call['headers']) }, credentials, body: given });
    return answerOf(await answer(url, given, method));
  }) as unknown as typeof fetch;
  const reducer = combineReducers({
    [api.reducerPath]: api.reducer,
    drafts: draftSlice.reducer,
    toast: toastSlice.reducer,
    live: liveSlice.reducer,
  });
  const store = configureStore({
    reducer,
    // Without the checks, which take long on a busy machine.
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  return { store, sent, calls };
}

function answerOf(answered: unknown) {
  const refused = answered instanceof Refusal;
  const paged = answered instanceof FirstPage;
  const headers: Record<string, string> = paged
    ? { 'X-Total-Count': String(answered.total), Link: '</any?cursor=second>; rel="next"' }
    : {};
  const body = refused ? { message: answered.message, ...answered.more } : paged ? answered.items : answered;
  return {
    ok: !refused,
    status: refused ? answered.status : 200,
    headers: { get: (name: string) => headers[name] ?? null },
    json: async () => body,
    text: async () => JSON.stringify(body),
  };
}
