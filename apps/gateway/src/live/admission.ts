import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { Inject, Injectable, type INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import type { VerifyClientCallbackAsync } from 'ws';
import { clientOfUpgrade } from '../auth/client';
import { isAllowedOrigin } from '../auth/csrf.guard';
import { SignIns } from '../auth/sign-ins';
import { CONFIG } from '../composition';
import { isBehindHttps, type Config } from '../config';
import { statusOf } from '../http/errors';
import { stateOf } from '../http/request';
import { SecurityLog } from '../security/security-log';

const SOCKETS_A_USER = 20;
const LARGEST_MESSAGE = 4 * 1024;
type Refusal = 'origin_not_allowed' | 'not_signed_in' | 'too_many_calls';

/** Decides who may open `/ws`, before there is a socket: it requires our own page's Origin, then a sign-in. */
@Injectable()
export class Admission {
  /** Whose each connection is that was let in, from the moment it is counted until it is closed. */
  private readonly open = new Map<Socket, string>();

  constructor(
    private readonly signIns: SignIns,
    private readonly security: SecurityLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  readonly verify: VerifyClientCallbackAsync = ({ req: request }, settle) => {
    const refuse = (status: number) => settle(false, status, STATUS_CODES[status]);
    const client = clientOfUpgrade(request, isBehindHttps(this.config));
    this.admit(request).then(
      (refusal) => {
        if (!refusal) return settle(true);
        this.security.socketRefused(request, client, refusal);
        refuse(statusOf[refusal]);
      },
      () => refuse(503),
    );
  };

  /** Stores the sign-in with the request, or says why not. */
  private async admit(request: IncomingMessage): Promise<Refusal | undefined> {
    const { origin, host } = request.headers;
    if (!isAllowedOrigin(origin, this.config.PUBLIC_ORIGIN, host)) return 'origin_not_allowed';
    const signIn = await this.signIns.of(request, { extend: false });
    if (!signIn) return 'not_signed_in';
    if (!this.counted(request.socket, signIn.user.id)) return 'too_many_calls';
    stateOf(request).signIn = signIn;
    return undefined;
  }

  private counted(socket: Socket, userId: string): boolean {
    if ([...this.open.values()].filter((id) => id === userId).length >= SOCKETS_A_USER) return false;
    if (socket.destroyed) return true;
    this.open.set(socket, userId);
    socket.once('close', () => this.open.delete(socket));
    return true;
  }
}

/** Nest's own adapter, extended to ask `Admission` while the connection is still a request. */
export class LiveAdapter extends WsAdapter {
  constructor(
    app: INestApplicationContext,
    private readonly admission: Admission,
  ) {
    super(app);
  }

  override create(port: number, options: Record<string, unknown>): unknown {
    const limits = { maxPayload: LARGEST_MESSAGE, perMessageDeflate: false, verifyClient: this.admission.verify };
    const sockets = super.create(port, { ...options, ...limits } as never) as unknown;
    (this.httpServer as Server).on('upgrade', (_request, socket: Socket) => closeOrphanedUpgrade(socket));
    return sockets;
  }
}

/**
 * Node leaves an upgraded connection to its handler, and Nest neglects one whose address it cannot parse: an error on
 * it would crash the process, and leaving it open would block the shutdown.
 */
function closeOrphanedUpgrade(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  if (socket.writableEnded) socket.destroySoon();
}
