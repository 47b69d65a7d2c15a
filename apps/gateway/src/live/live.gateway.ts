import type { IncomingMessage } from 'node:http';
import { Inject, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import { Events, type NatsConnection } from 'nats';
import type { WebSocket } from 'ws';
import { liveContexts, liveResume, type LiveChange } from '@repairline/contracts/live';
import { signInsEnded, signInsEndedSubject } from '@repairline/contracts/published/published-subjects';
import { CallClient } from '@repairline/messaging/calls/call-client';
import type { Logger } from '@repairline/service-kit/logger';
import { SignIns } from '../auth/sign-ins';
import { BUS, LOGGER } from '../composition';
import { stateOf } from '../http/request';
import { ChangeFeed, type Positions } from './change-feed';
import { LiveSocket } from './live-socket';
import { LiveSockets } from './live-sockets';
import { SignInChecks } from './sign-in-checks';

const WAIT_FOR_RESUME_MS = 1_000;
const BEAT_MS = 25_000;

@WebSocketGateway({ path: '/ws' })
export class LiveGateway implements OnGatewayConnection, OnModuleInit, OnModuleDestroy {
  private readonly feed: ChangeFeed;
  private readonly checks: SignInChecks;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly sockets: LiveSockets,
    signIns: SignIns,
    calls: CallClient,
    @Inject(BUS) private readonly bus: NatsConnection,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.feed = new ChangeFeed(bus, calls, this, logger);
    this.checks = new SignInChecks(sockets, signIns);
  }

  onModuleInit(): void {
    this.feed.start();
    void this.checkAfterBreaks();
    this.bus.subscribe(signInsEndedSubject, {
      callback: (error, message) => {
        const ended = error ? undefined : signInsEnded.safeParse(message.json());
        if (ended?.success) this.sockets.end(ended.data);
      },
    });
    this.timers.push(
      setInterval(() => this.sockets.list().forEach((socket) => socket.beat()), BEAT_MS),
      setInterval(() => void this.checks.all(), SignInChecks.EVERY_MS),
    );
  }

  onModuleDestroy(): void {
    this.timers.forEach(clearInterval);
    this.feed.stop();
    this.sockets.endAll();
  }

  /** Nobody repeats the end of a sign-in that was announced during a break. */
  private async checkAfterBreaks(): Promise<void> {
    for await (const { type } of this.bus.status()) {
      if (String(type) === String(Events.Reconnect)) void this.checks.afresh();
    }
  }

  changes(changes: readonly LiveChange[]): void {
    this.sockets.changes(changes);
    for (const change of changes) if (change.type === 'user_updated') void this.checks.ofUser(change.userId);
  }

  lost(positions: Positions): void {
    this.sockets.lost(positions);
  }

  handleConnection(client: WebSocket, request: IncomingMessage): void {
    const { signIn } = stateOf(request);
    if (!signIn) return client.terminate();
    const socket = new LiveSocket(client, signIn);
    this.sockets.add(socket);
    // The sign-in may have ended since it was admitted, when no socket was there to be closed.
    void this.checks.one(socket);
    // A client that was never here gets everything since it came, however late it is greeted.
    const since = this.feed.positions();
    const patience = setTimeout(() => socket.greet(since, [], false), WAIT_FOR_RESUME_MS);
    client.on('close', () => {
      clearTimeout(patience);
      this.sockets.remove(socket);
    });
    let hasAsked = false;
    client.on('message', (data: Buffer) => {
      const known = socket.admitsMessage(performance.now()) ? resumeIn(data) : undefined;
      if (!known || hasAsked) return;
      hasAsked = true;
      clearTimeout(patience);
      const isNew = Object.keys(known).length === 0;
      if (socket.isGreeted) return isNew ? undefined : this.refetch(socket);
      if (isNew) socket.greet(since, [], false);
      else void this.resume(socket, known);
    });
  }

  /** For a `resume` that comes too late: the browser was greeted as if it had missed nothing. */
  private refetch(socket: LiveSocket): void {
    socket.say({ type: 'hello', positions: this.feed.positions(), refetch: true });
  }

  private async resume(socket: LiveSocket, known: Record<string, number>): Promise<void> {
    const positions = this.feed.positions();
    const missed: LiveChange[] = [];
    let refetch = false;
    for (const context of liveContexts) {
      const after = known[context];
      const seen = positions[context];
      if (after === undefined || seen === undefined || after > seen) {
        refetch ||= seen !== undefined || after !== undefined;
        continue;
      }
      if (after === seen) continue;
      const answer = await this.feed.since(context, after).catch(() => undefined);
      // The replica that answered may not have reached a position that another has announced.
      if (!answer?.complete || answer.upTo < seen) refetch = true;
      else missed.push(...answer.changes);
      positions[context] = Math.max(seen, answer?.upTo ?? 0);
    }
    if (!socket.isGreeted) socket.greet(positions, refetch ? [] : missed, refetch);
  }
}

function resumeIn(data: Buffer): Record<string, number> | undefined {
  try {
    const message = liveResume.safeParse(JSON.parse(data.toString('utf8')));
    return message.success ? message.data.positions : undefined;
  } catch {
    return undefined;
  }
}
