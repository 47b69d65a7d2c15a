import { Injectable } from '@nestjs/common';
import type { LiveChange } from '@repairline/contracts/live';
import type { SignInsEnded } from '@repairline/contracts/published/published-subjects';
import { liveSockets } from '@repairline/service-kit/monitoring/metrics';
import type { FeedListener, Positions } from './change-feed';
import { closing, type LiveSocket } from './live-socket';

/** The browsers connected to this gateway. */
@Injectable()
export class LiveSockets implements FeedListener {
  private readonly all = new Set<LiveSocket>();

  add(socket: LiveSocket): void {
    this.all.add(socket);
    liveSockets.set(this.all.size);
  }

  remove(socket: LiveSocket): void {
    this.all.delete(socket);
    liveSockets.set(this.all.size);
  }

  list(): LiveSocket[] {
    return [...this.all];
  }

  changes(changes: readonly LiveChange[]): void {
    for (const change of changes) {
      const text = JSON.stringify(change);
      for (const socket of this.all) socket.tell(change, text);
    }
  }

  lost(positions: Positions): void {
    for (const socket of this.all) {
      if (socket.isGreeted) socket.say({ type: 'hello', positions, refetch: true });
      else socket.missSome();
    }
  }

  end({ userId, tokenHash }: SignInsEnded): void {
    for (const socket of this.all) {
      const { user, tokenHash: own } = socket.signIn;
      if (user.id === userId && (tokenHash === null || tokenHash === own)) {
        socket.close(closing.signInEnded, 'signed out');
      }
    }
  }

  endAll(): void {
    for (const socket of this.all) socket.close(closing.goingAway, 'restarting');
  }
}
