import { Events, type NatsConnection } from 'nats';
import { ChangesSince, liveContexts, type ChangeNotice, type LiveChange } from '@repairline/contracts/live';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { systemContext } from '@repairline/messaging/context';
import { subscribeChanges } from '@repairline/messaging/notices/notices-on-bus';
import type { Logger } from '@repairline/service-kit/logger';

type Context = LiveChange['context'];
const RETRY_MS = 1_000;
/** The next notice reveals a lost one; this check does if no other notice follows. */
const LOOK_MS = 30_000;
export type Positions = Partial<Record<Context, number>>;

export interface FeedListener {
  changes(changes: readonly LiveChange[]): void;
  /** Changes were missed that cannot be listed. */
  lost(positions: Positions): void;
}

export interface Missed {
  changes: LiveChange[];
  upTo: number;
  complete: boolean;
}

/**
 * The services' notices in order and without gaps. A notice says after which position it begins; if that is beyond the
 * position seen so far, or the bus was interrupted, the feed asks the service for what is in between.
 */
export class ChangeFeed {
  private readonly seen: Positions = {};
  private readonly work: Partial<Record<Context, Promise<void>>> = {};
  private unsubscribe: () => void = () => undefined;
  private isStopped = false;
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: NatsConnection,
    private readonly calls: CallClient,
    private readonly listener: FeedListener,
    private readonly logger: Logger,
    private readonly lookEveryMs = LOOK_MS,
  ) {}

  start(): void {
    this.unsubscribe = subscribeChanges(this.bus, (notice) => this.enqueue(notice.context, () => this.take(notice)));
    this.catchUpAll();
    this.looking = setInterval(() => liveContexts.forEach((context) => this.look(context)), this.lookEveryMs);
    void this.catchUpAfterBreaks();
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.looking);
    this.unsubscribe();
  }

  positions(): Positions {
    return { ...this.seen };
  }

  /** What a browser missed in one context since a position. */
  async since(context: Context, after: number): Promise<Missed> {
    return this.calls.call(ChangesSince(context), { after }, systemContext());
  }

  /** Steps run in turn within one context only, so that a service that does not answer delays no other's changes. */
  private enqueue(context: Context, step: () => Promise<void>): void {
    const before = this.work[context] ?? Promise.resolve();
    this.work[context] = before.then(step).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a notice could not be handled');
    });
  }

  private async take({ context, after, upTo, changes, isAside }: ChangeNotice): Promise<void> {
    if (isAside) return this.listener.changes(changes);
    const seen = this.seen[context];
    if (seen !== undefined && upTo <= seen) return;
    if (seen !== undefined && after > seen) await this.fill(context, seen, after);
    const reached = this.seen[context] ?? 0;
    this.advance(context, upTo);
    this.listener.changes(changes.filter(({ at }) => at > reached));
  }

  private async fill(context: Context, after: number, upTo = 0): Promise<void> {
    this.tell(context, await this.since(context, after).catch(() => undefined), upTo);
  }

  /** @param upTo the position known to exist: the replica that answered may not have reached it yet */
  private tell(context: Context, missed: Missed | undefined, upTo = 0): void {
    if (missed) this.advance(context, missed.upTo);
    if (missed?.complete && missed.upTo >= upTo) this.listener.changes(missed.changes);
    else this.listener.lost(this.positions());
  }

  private advance(context: Context, to: number): void {
    this.seen[context] = Math.max(this.seen[context] ?? 0, to);
  }

  private catchUpAll(): void {
    liveContexts.forEach((context) => this.catchUp(context));
  }

  /** At the start, when nothing has been missed yet, it finds the current position as soon as the service is up. */
  private catchUp(context: Context): void {
    this.enqueue(context, async () => {
      const seen = this.seen[context];
      if (seen !== undefined) return this.fill(context, seen);
      const present = await this.since(context, 0).catch(() => undefined);
      if (present) this.advance(context, present.upTo);
      else if (!this.isStopped) setTimeout(() => this.catchUp(context), RETRY_MS).unref();
    });
  }

  /** Finds notices that never arrived. A service that is down or behind has sent none that could be missed. */
  private look(context: Context): void {
    this.enqueue(context, async () => {
      const seen = this.seen[context];
      if (seen === undefined) return;
      const missed = await this.since(context, seen).catch(() => undefined);
      if (missed && missed.upTo > seen) this.tell(context, missed);
    });
  }

  private async catchUpAfterBreaks(): Promise<void> {
    const reconnect = String(Events.Reconnect);
    for await (const { type } of this.bus.status()) {
      if (String(type) === reconnect) this.catchUpAll();
    }
  }
}
