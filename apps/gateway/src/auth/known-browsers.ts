import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, COOKIES } from '../composition';
import type { Config } from '../config';
import type { Cookies } from './cookies';
import { keyFor } from './tokens';

const NAME_BYTES = 12;
const PROOF_BYTES = 20;

/**
 * Knows browsers in which an address has signed in: their attempts on this address count by themselves, so that a
 * stranger's wrong tries keep nobody out. The cookie is a random name and a truncated HMAC-SHA-256 of it and the address.
 * OWASP, Slow Down Online Guessing Attacks with Device Cookies.
 */
@Injectable()
export class KnownBrowsers {
  private readonly key: KeyObject;

  constructor(
    @Inject(COOKIES) private readonly cookies: Pick<Cookies, 'browser' | 'setBrowser'>,
    @Inject(CONFIG) config: Pick<Config, 'SESSION_SECRET'>,
  ) {
    this.key = keyFor('browsers', config.SESSION_SECRET);
  }

  /** The browser's name, or null if the address has not signed in there. */
  nameOf(request: Request, email: string): string | null {
    const bytes = Buffer.from(this.cookies.browser(request) ?? '', 'base64url');
    if (bytes.length !== NAME_BYTES + PROOF_BYTES) return null;
    const name = bytes.subarray(0, NAME_BYTES);
    return timingSafeEqual(bytes.subarray(NAME_BYTES), this.proof(name, email)) ? name.toString('hex') : null;
  }

  /** Call once the address has signed in. */
  remember(request: Request, response: Response, email: string): void {
    const known = this.nameOf(request, email);
    const name = known ? Buffer.from(known, 'hex') : randomBytes(NAME_BYTES);
    this.cookies.setBrowser(response, Buffer.concat([name, this.proof(name, email)]).toString('base64url'));
  }

  private proof(name: Buffer, email: string): Buffer {
    return createHmac('sha256', this.key).update(name).update(email).digest().subarray(0, PROOF_BYTES);
  }
}
