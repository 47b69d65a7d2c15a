import type { ConsumerStatus, RelayStatus, LogStatus, Verification, ViewStatus } from '@repairline/contracts/status';

interface Sources {
  head?: () => Promise<number>;
  views?: () => Promise<ViewStatus[]>;
  relay?: () => Promise<RelayStatus>;
  verification?: () => Promise<Verification | null>;
}

/** The positions of a service's views, relay and consumers, for metrics and the status page. */
export class Status {
  private readonly consumers: (() => Promise<ConsumerStatus>)[] = [];

  constructor(private sources: Sources = {}) {}

  ofLog(sources: Required<Pick<Sources, 'head' | 'views' | 'relay'>>): void {
    this.sources = { ...this.sources, ...sources };
  }

  consumer(name: string, read: () => Promise<Omit<ConsumerStatus, 'name'>>): this {
    this.consumers.push(async () => ({ name, ...(await read()) }));
    return this;
  }

  async report(): Promise<LogStatus> {
    const { head, views, relay, verification } = this.sources;
    const [viewsNow, relayNow, verified, consumers] = await Promise.all([
      views?.() ?? [],
      relay?.() ?? null,
      verification?.() ?? null,
      Promise.all(this.consumers.map((read) => read())),
    ]);
    // The head is read last, so that no reported position lies beyond the reported end.
    const end = (await head?.()) ?? null;
    return { head: end, views: viewsNow, relay: relayNow, consumers, verification: verified };
  }
}
