import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { VerifyClientCallbackAsync } from 'ws';
import { isAllowedOrigin } from '../auth/origin';
import { SignIns } from '../auth/sign-ins';
import { CONFIG } from '../composition';
import type { Config } from '../config';
import { stateOf, type SignIn } from '../http/request-state';
import { LiveSockets } from './live-sockets';

const SOCKETS_A_USER = 20;

/** Decides who may open `/ws`, before there is a socket: it requires our own page's Origin, then a sign-in. */
@Injectable()
export class Admission {
  constructor(
    private readonly signIns: SignIns,
    private readonly sockets: LiveSockets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  readonly verify: VerifyClientCallbackAsync = ({ req: request }, settle) => {
    const refuse = (status: number) => settle(false, status, STATUS_CODES[status]);
    this.admit(request).then(
      (admitted) => (typeof admitted === 'number' ? refuse(admitted) : settle(true)),
      () => refuse(503),
    );
  };

  /** The status of a refusal, or the sign-in, which is stored with the request. */
  private async admit(request: IncomingMessage): Promise<number | SignIn> {
    const { origin, host } = request.headers;
    if (!isAllowedOrigin(origin, this.config.PUBLIC_ORIGIN, host)) return 403;
    const signIn = await this.signIns.of(request, { extend: false });
    if (!signIn) return 401;
    if (this.sockets.countOf(signIn.user.id) >= SOCKETS_A_USER) return 429;
    stateOf(request).signIn = signIn;
    return signIn;
  }
}
