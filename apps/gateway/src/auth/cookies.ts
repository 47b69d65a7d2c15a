import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';

const TOKEN = /^[\w-]{43}$/u;

const KNOWN_FOR_MS = 180 * 86_400_000;

/**
 * Cookies of the same form: the sign-in and, before that, the visitor, to which CSRF tokens are bound; and the browser,
 * which stays. Behind https they carry the `__Host-` prefix, so that no neighboring host can plant them.
 */
export class Cookies {
  constructor(
    private readonly isHttps: boolean,
    private readonly maxAgeMs: number,
  ) {}

  signIn(request: IncomingMessage): string | undefined {
    return readCookie(request.headers.cookie, this.name('repairline'));
  }

  visitor(request: IncomingMessage): string | undefined {
    return readCookie(request.headers.cookie, this.name('repairline-visitor'));
  }

  browser(request: IncomingMessage): string | undefined {
    return readCookie(request.headers.cookie, this.name('repairline-browser'));
  }

  /** The token that identifies this browser: its sign-in, else its visitor cookie. */
  bearer(request: IncomingMessage): string | undefined {
    return this.signIn(request) ?? this.visitor(request);
  }

  setVisitor(response: Response, token: string): void {
    response.cookie(this.name('repairline-visitor'), token, this.attributes());
  }

  setSignIn(response: Response, token: string): void {
    response.cookie(this.name('repairline'), token, { ...this.attributes(), maxAge: this.maxAgeMs });
    response.clearCookie(this.name('repairline-visitor'), this.attributes());
  }

  setBrowser(response: Response, token: string): void {
    response.cookie(this.name('repairline-browser'), token, { ...this.attributes(), maxAge: KNOWN_FOR_MS });
  }

  clearSignIn(response: Response): void {
    response.clearCookie(this.name('repairline'), this.attributes());
  }

  private name(word: string): string {
    return this.isHttps ? `__Host-${word}` : word;
  }

  private attributes() {
    return { httpOnly: true, sameSite: 'lax', path: '/', secure: this.isHttps } as const;
  }
}

/** A token from the Cookie header; a value that does not look like one counts as absent. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value = ''] = pair.split('=', 2).map((part) => part.trim());
    if (key === name) return TOKEN.test(value ?? '') ? value : undefined;
  }
  return undefined;
}
