import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type CallError, isOutage, readError, UNREACHABLE } from './call-error';
import { callTimeout, type CsrfToken } from './csrf-token';
import { beginOwnChange } from './calls/device-changes';
import { newIdempotencyKey, unansweredCalls, type UnansweredCalls } from './idempotency';

/** An address in parts, each of which may hold any text: ['devices', 'CB/1']. */
type Key = readonly string[];

/** An address is below /api/. */
export interface ReadArgs {
  url: string | Key;
  params?: Record<string, string | undefined>;
  method?: never;
  body?: never;
  deviceId?: never;
}

type Deviceless = 'login' | 'logout' | 'profile' | 'sessions';
type DevicelessAdmin = 'users' | 'billing';
type DevicelessUrl =
  | Deviceless
  | `${Deviceless | `admin/${DevicelessAdmin}`}/${string}`
  | readonly [Deviceless, ...string[]]
  | readonly ['admin', DevicelessAdmin, ...string[]];

/** A change at any address but these says which devices it changes: this page announces that to its lists. */
type Changed =
  | { url: DevicelessUrl; changes?: never; deviceId?: never }
  | {
      url: string | Key;
      /** Asset numbers. */
      changes: readonly string[];
      /** The id of the device that is meant, if the person sees one. */
      deviceId?: string;
    };

export type ChangeArgs = Changed & {
  method: 'POST' | 'PATCH' | 'DELETE';
  params?: never;
  body?: unknown;
  /**
   * Creates something new on each call. A call repeated because no answer came means the same thing
   * (`unansweredCalls`).
   */
  adds?: true;
  /** The call that created what this one removes: repeated after this one, it means something new. */
  undoes?: ChangeArgs;
};

export type CallArgs = ReadArgs | ChangeArgs;

/** What the headers of an answer say about the rest of a list. */
export interface PageMeta {
  total: number | null;
  next: string | null;
}

type CallQuery = BaseQueryFn<string | Key | CallArgs, unknown, CallError, object, PageMeta>;
type CallResult = { data: unknown; meta: PageMeta } | { error: CallError };

export function createBaseQuery(csrfToken: CsrfToken): CallQuery {
  const unanswered = unansweredCalls();
  return async (given, { signal }) => {
    const args = isAddress(given) ? { url: given } : given;
    if (!args.method) return call(args, {}, signal);
    if (args.undoes) unanswered.drop(fingerprintOf(args.undoes));
    const announce = args.changes && beginOwnChange(args.changes);
    const sent = args.adds
      ? add(args, csrfToken, signal, unanswered)
      : mutate(args, newIdempotencyKey(), csrfToken, signal);
    return sent.finally(announce);
  };
}

async function add(args: ChangeArgs, csrfToken: CsrfToken, signal: AbortSignal, unanswered: UnansweredCalls) {
  const fingerprint = fingerprintOf(args);
  const key = unanswered.keyOf(fingerprint) ?? newIdempotencyKey();
  const result = await mutate(args, key, csrfToken, signal);
  if ('error' in result && isOutage(result.error)) unanswered.keep(fingerprint, key);
  else unanswered.drop(fingerprint);
  return result;
}

function fingerprintOf({ method, url, body }: ChangeArgs): string {
  return JSON.stringify([method, url, body]);
}

/** One retry, with a fresh token and the same key, so that its effect cannot happen twice. */
async function mutate(args: ChangeArgs, key: string, csrfToken: CsrfToken, signal: AbortSignal): Promise<CallResult> {
  const attempt = async () => {
    const token = await csrfToken.get();
    const headers = { 'Idempotency-Key': key, ...(token && { 'X-CSRF-Token': token }) };
    return call(args, headers, signal);
  };
  const first = await attempt();
  if (!('error' in first) || signal.aborted) return first;
  csrfToken.drop();
  const second = await attempt();
  if (isTokenRefused(second)) csrfToken.drop();
  return second;
}

function isTokenRefused(result: CallResult): boolean {
  return 'error' in result && result.error.status === 403 && result.error.body?.type === 'csrf_token_invalid';
}

async function call(args: CallArgs, headers: Record<string, string>, signal: AbortSignal): Promise<CallResult> {
  const hasBody = args.body !== undefined;
  const commonHeaders = {
    Accept: 'application/json',
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(args.deviceId && { 'X-Device-Id': args.deviceId }),
    ...(isPageIdle() && { 'X-Left-Alone': '1' }),
  };
  try {
    const response = await fetch(`/api/${joined(args.url)}${queryString(args.params)}`, {
      method: args.method,
      credentials: 'include',
      headers: { ...commonHeaders, ...headers },
      body: hasBody ? JSON.stringify(args.body) : undefined,
      signal: AbortSignal.any([signal, callTimeout(args.method ? 'change' : 'read')]),
    });
    if (!response.ok) return { error: await readError(response) };
    const text = await response.text();
    return { data: text ? (JSON.parse(text) as unknown) : null, meta: pageMeta(response.headers) };
  } catch {
    // Nobody reads the result of an aborted call; a thrown error would show up in the console.
    return { error: { status: 'unreachable', message: UNREACHABLE, body: undefined } };
  }
}

function isAddress(given: string | Key | CallArgs): given is string | Key {
  return typeof given === 'string' || Array.isArray(given);
}

function joined(url: string | Key): string {
  return typeof url === 'string' ? url : url.map(encodeURIComponent).join('/');
}

export function queryString(params: ReadArgs['params'] = {}): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

export function pageMeta(headers: Headers): PageMeta {
  const total = headers.get('X-Total-Count');
  const next = /<([^>]+)>\s*;\s*rel="?next"?/u.exec(headers.get('Link') ?? '')?.[1];
  return {
    total: total === null ? null : Number(total),
    next: next ? new URL(next, 'http://any').searchParams.get('cursor') : null,
  };
}

/** The server records the last use of a sign-in no more precisely than this. */
const IDLE_AFTER_MS = 60_000;
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'click'];

let touchedAt = performance.now();
const touch = () => (touchedAt = performance.now());
for (const act of TOUCHES) addEventListener(act, touch, { capture: true, passive: true });
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && touch());

/**
 * Whether nobody has touched the page or come back to it for a minute. Reads made then, after changes by others or a
 * reconnect, do not count as use of the sign-in.
 */
export function isPageIdle(): boolean {
  return performance.now() - touchedAt > IDLE_AFTER_MS;
}
