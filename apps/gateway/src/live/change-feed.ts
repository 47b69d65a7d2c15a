import { Events, type NatsConnection } from 'nats';
import { ChangesSince, type ChangeNotice, type LiveChange } from '@repairline/contracts/live';
import type { CallClient } from '@repairline/messaging/call-client';
import { subscribeChanges } from '@repairline/messaging/changes';
import { systemContext } from '@repairline/messaging/context';
import type { Logger } from '@repairline/service-kit/logger';

type Context = LiveChange['context'];
export const contexts: readonly Context[] = ['identity', 'repairs'];
export type Positions = Partial<Record<Context, number>>;

export interface FeedListener {
  changes(changes: readonly LiveChange[]): void;
  /** Changes were passed over that could not be listed. */
  lost(positions: Positions): void;
}

export interface Missed {
  changes: LiveChange[];
  upTo: number;
  complete: boolean;
}

/**
 * The services' notices in order and without gaps. A notice says after which position it begins; where that is beyond
 * what has been seen, the service is asked for what is between, and so it is when the bus has been away.
 */
export class ChangeFeed {
  private readonly seen: Positions = {};
  private work: Promise<void> = Promise.resolve();
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly bus: NatsConnection,
    private readonly calls: CallClient,
    private readonly listener: FeedListener,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.unsubscribe = subscribeChanges(this.bus, (notice) => this.enqueue(() => this.take(notice)));
    this.catchUp();
    void this.catchUpAfterBreaks();
  }

  stop(): void {
    this.unsubscribe();
  }

  positions(): Positions {
    return { ...this.seen };
  }

  /** What a browser missed in one context since a position. */
  async since(context: Context, after: number): Promise<Missed> {
    return this.calls.call(ChangesSince(context), { after }, systemContext());
  }

  /** Resolves once all that has arrived so far has been handed on. */
  settled(): Promise<void> {
    return this.work;
  }

  private enqueue(step: () => Promise<void>): void {
    this.work = this.work.then(step).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'a notice could not be handled');
    });
  }

  private async take({ context, after, upTo, changes }: ChangeNotice): Promise<void> {
    const seen = this.seen[context];
    if (seen !== undefined && upTo <= seen) return;
    if (seen !== undefined && after > seen) await this.fill(context, seen);
    const reached = this.seen[context] ?? 0;
    this.advance(context, upTo);
    this.listener.changes(changes.filter(({ at }) => at > reached));
  }

  private async fill(context: Context, after: number): Promise<void> {
    const missed = await this.since(context, after).catch(() => undefined);
    if (missed) this.advance(context, missed.upTo);
    if (missed?.complete) this.listener.changes(missed.changes);
    else this.listener.lost(this.positions());
  }

  private advance(context: Context, to: number): void {
    this.seen[context] = Math.max(this.seen[context] ?? 0, to);
  }

  /** At the start this finds the present positions; nobody listens yet. */
  private catchUp(): void {
    for (const context of contexts) {
      this.enqueue(async () => {
        const seen = this.seen[context];
        if (seen !== undefined) return this.fill(context, seen);
        const { upTo } = await this.since(context, 0);
        this.advance(context, upTo);
      });
    }
  }

  private async catchUpAfterBreaks(): Promise<void> {
    const reconnect = String(Events.Reconnect);
    for await (const { type } of this.bus.status()) if (String(type) === reconnect) this.catchUp();
  }
}
