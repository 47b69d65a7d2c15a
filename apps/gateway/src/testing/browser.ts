import WebSocket from 'ws';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  /** Leaves the CSRF token out. */
  bare?: boolean;
}

/** A person's browser as the gateway sees it: cookies, the CSRF token, the Origin. */
export class Browser {
  readonly cookies = new Map<string, string>();
  private csrf: string | undefined;

  constructor(readonly origin: string) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  async send(method: string, path: string, { body, headers = {}, bare = false }: Sent = {}): Promise<Answer> {
    const token = method === 'GET' || bare ? {} : { 'x-csrf-token': await this.csrfToken() };
    const mutating = method === 'GET' ? {} : { origin: this.origin };
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(this.origin + path, {
      method,
      headers: { cookie: this.cookieHeader(), ...json, ...mutating, ...token, ...headers },
      ...(body !== undefined && { body: text }),
    });
    response.headers.getSetCookie().forEach((line) => this.keep(line));
    const answer = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const parsed = (isJson ? JSON.parse(answer) : { text: answer }) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body: parsed };
  }

  async signIn(name: string, headers: Record<string, string> = {}): Promise<Answer> {
    const body = { email: `${name}@school.example`, password: 'correct horse' };
    const answer = await this.send('POST', '/api/login', { body, headers });
    this.csrf = undefined;
    return answer;
  }

  async signOut(): Promise<Answer> {
    const answer = await this.send('POST', '/api/logout');
    this.csrf = undefined;
    return answer;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  openSocket(headers: Record<string, string> = {}): WebSocket {
    const own = { origin: this.origin, cookie: this.cookieHeader() };
    return new WebSocket(`${this.origin.replace('http', 'ws')}/ws`, { headers: { ...own, ...headers } });
  }

  private async csrfToken(): Promise<string> {
    this.csrf ??= String((await this.get('/api/csrf-token')).body.csrfToken);
    return this.csrf;
  }

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=', 2);
    if (value) this.cookies.set(name, value);
    else this.cookies.delete(name);
  }
}
