import { randomInt } from 'node:crypto';
import { Agent, type IncomingHttpHeaders } from 'node:http';
import { sendRequest } from './http-request';
import { assertDocumented } from './openapi-conformance';
import { firstAdmin } from './stack';

export interface Answer<Body = unknown> {
  status: number;
  headers: IncomingHttpHeaders;
  /** Parsed if it is JSON, otherwise the text. */
  body: Body;
}

export interface Sending {
  data?: unknown;
  /** A body sent as it is, instead of `data`. */
  raw?: string;
  headers?: Record<string, string>;
  /** Sent instead of the product's token; null sends none. */
  csrf?: string | null;
}

/** Calls as the browser makes them: with the session's cookie, the page's Origin and a CSRF token. */
export interface Api {
  get<Body = unknown>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, data?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
  patch<Body = unknown>(path: string, data: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
  send<Body = unknown>(method: string, path: string, sending?: Sending): Promise<Answer<Body>>;
  signIn(email: string, password: string, headers?: Record<string, string>): Promise<Answer>;
  signInAsFirstAdmin(): Promise<void>;
  csrfToken(): Promise<string>;
  /** The cookies this client holds, as it would send them. */
  cookie(): string;
  close(): Promise<void>;
}

/**
 * A client with its own cookies, which rejects any answer that the OpenAPI document does not describe. Without `from`
 * it also uses its own IP address, if the system has enough of them.
 */
export async function openApi(baseURL: string, { from = ownAddress(), cookie = '' } = {}): Promise<Api> {
  const agent = new Agent({ keepAlive: true, localAddress: from, family: from ? 4 : undefined });
  const jar = new Map(cookie.split('; ').map((pair) => pair.split('=', 2) as [string, string]));
  jar.delete('');
  const cookies = () => [...jar].map((pair) => pair.join('=')).join('; ');
  const tokens = new Map<string, string>();

  async function send<Body>(method: string, path: string, sending: Sending = {}): Promise<Answer<Body>> {
    const { data, raw = data === undefined ? undefined : JSON.stringify(data), csrf } = sending;
    const token = method === 'GET' ? null : csrf === undefined ? await csrfToken() : csrf;
    const answer = await sendRequest({ agent, url: baseURL, path }, raw, {
      method,
      headers: {
        Origin: baseURL,
        ...(cookies() && { Cookie: cookies() }),
        ...(raw !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== null && { 'X-CSRF-Token': token }),
        ...sending.headers,
      },
    });
    keepCookies(jar, answer.headers['set-cookie']);
    assertDocumented(method, path, answer);
    return answer as Answer<Body>;
  }

  async function csrfToken(): Promise<string> {
    const known = tokens.get(cookies());
    if (known) return known;
    const { body } = await send<{ csrfToken: string }>('GET', '/api/csrf-token');
    tokens.set(cookies(), body.csrfToken);
    return body.csrfToken;
  }

  const signIn: Api['signIn'] = (email, password, headers) =>
    send('POST', '/api/login', { data: { email, password }, headers });
  return {
    get: (path, headers) => send('GET', path, { headers }),
    post: (path, data, headers) => send('POST', path, { data, headers }),
    patch: (path, data, headers) => send('PATCH', path, { data, headers }),
    send,
    signIn,
    async signInAsFirstAdmin() {
      const { status, body } = await signIn(firstAdmin.email, firstAdmin.password);
      if (status !== 200) throw new Error(`The first Admin could not sign in: ${status} ${JSON.stringify(body)}`);
    },
    csrfToken,
    cookie: cookies,
    close: async () => agent.destroy(),
  };
}

/** Clients are throttled by address, and at least on Linux all of 127.0.0.0/8 is this machine. */
function ownAddress(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

function keepCookies(jar: Map<string, string>, given: readonly string[] = []): void {
  for (const line of given) {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=', 2);
    if (value) jar.set(name, value);
    else jar.delete(name);
  }
}
