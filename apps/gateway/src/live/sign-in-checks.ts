import { randomUUID } from 'node:crypto';
import type { SignIns } from '../auth/sign-ins';
import { closing, type LiveSocket } from './live-socket';
import type { LiveSockets } from './live-sockets';

/** Asks again whose each socket is, since sign-ins expire and roles change. Without an answer nothing changes. */
export class SignInChecks {
  static readonly EVERY_MS = 60_000;
  private round: Promise<void> | undefined;

  constructor(
    private readonly sockets: LiveSockets,
    private readonly signIns: SignIns,
  ) {}

  /** One round at a time: otherwise rounds would pile up when identity is slow. */
  all(): Promise<void> {
    return (this.round ??= this.eachOf(this.sockets.list()).finally(() => (this.round = undefined)));
  }

  /** Asks about all of them from now on: a round under way may have asked about some before. */
  afresh(): Promise<void> {
    return (this.round ?? Promise.resolve()).then(() => this.all());
  }

  ofUser(userId: string): Promise<void> {
    return this.eachOf(this.sockets.list().filter(({ signIn }) => signIn.user.id === userId));
  }

  private async eachOf(sockets: readonly LiveSocket[]): Promise<void> {
    for (const socket of sockets) await this.one(socket);
  }

  async one(socket: LiveSocket): Promise<void> {
    try {
      const signIn = await this.signIns.find(socket.signIn.tokenHash, false, randomUUID());
      if (signIn) socket.signIn = signIn;
      else socket.close(closing.signInEnded, 'signed out');
    } catch {
      return;
    }
  }
}
