import { type APIRequestContext, request } from '@playwright/test';
import { firstAdmin } from './stack';

export interface Answer<Body> {
  status: number;
  body: Body;
}

/** Calls of the product as the browser makes them: with the session's cookie, the page's Origin and a CSRF token. */
export interface Api {
  get<Body = unknown>(path: string): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, data: unknown): Promise<Answer<Body>>;
  patch<Body = unknown>(path: string, data: unknown): Promise<Answer<Body>>;
  signIn(email: string, password: string): Promise<Answer<unknown>>;
  signInAsFirstAdmin(): Promise<void>;
  close(): Promise<void>;
}

export async function openApi(baseURL: string): Promise<Api> {
  const context = await request.newContext({ baseURL, extraHTTPHeaders: { Origin: baseURL } });
  const mutate = <Body>(method: 'POST' | 'PATCH') => {
    return async (path: string, data: unknown): Promise<Answer<Body>> => {
      const headers = { 'X-CSRF-Token': await csrfToken(context) };
      const answer = await context.fetch(path, { method, data, headers });
      return { status: answer.status(), body: (await answer.json()) as Body };
    };
  };
  const signIn = (email: string, password: string) => mutate('POST')('/api/login', { email, password });
  return {
    get: async <Body>(path: string) => {
      const answer = await context.get(path);
      return { status: answer.status(), body: (await answer.json()) as Body };
    },
    post: (path, data) => mutate<never>('POST')(path, data),
    patch: (path, data) => mutate<never>('PATCH')(path, data),
    signIn,
    async signInAsFirstAdmin() {
      const { status, body } = await signIn(firstAdmin.email, firstAdmin.password);
      if (status !== 200) throw new Error(`The first Admin could not sign in: ${status} ${JSON.stringify(body)}`);
    },
    close: () => context.dispose(),
  };
}

async function csrfToken(context: APIRequestContext): Promise<string> {
  const answer = await context.get('/api/csrf-token');
  return ((await answer.json()) as { csrfToken: string }).csrfToken;
}
