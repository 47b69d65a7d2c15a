import { randomUUID } from 'node:crypto';
import type { SignIns } from '../auth/sign-ins';
import { closing, type LiveSocket } from './live-socket';
import type { LiveSockets } from './live-sockets';

/** Asks again who is behind a socket: sign-ins run out, roles change. Without an answer nothing changes. */
export class Recheck {
  static readonly EVERY_MS = 60_000;

  constructor(
    private readonly sockets: LiveSockets,
    private readonly signIns: SignIns,
  ) {}

  async all(): Promise<void> {
    for (const socket of this.sockets.list()) await this.one(socket);
  }

  async ofUser(userId: string): Promise<void> {
    for (const socket of this.sockets.list()) if (socket.signIn.user.id === userId) await this.one(socket);
  }

  private async one(socket: LiveSocket): Promise<void> {
    try {
      const signIn = await this.signIns.find(socket.signIn.tokenHash, false, randomUUID());
      if (signIn) socket.signIn = signIn;
      else socket.close(closing.signInEnded, 'signed out');
    } catch {
      return;
    }
  }
}
