import type {
  ConsumerStanding,
  RelayStanding,
  ServiceStanding,
  Verification,
  ViewStanding,
} from '@repairline/contracts/standing';

interface Sources {
  head?: () => Promise<number>;
  views?: () => Promise<ViewStanding[]>;
  relay?: () => Promise<RelayStanding>;
  verification?: () => Promise<Verification | null>;
}

/** The positions of a service's views, relay and consumers, for metrics and the status page. */
export class Standing {
  private readonly consumers: (() => Promise<ConsumerStanding>)[] = [];

  constructor(private sources: Sources = {}) {}

  ofLog(sources: Required<Pick<Sources, 'head' | 'views' | 'relay'>>): void {
    this.sources = { ...this.sources, ...sources };
  }

  consumer(name: string, read: () => Promise<Omit<ConsumerStanding, 'name'>>): this {
    this.consumers.push(async () => ({ name, ...(await read()) }));
    return this;
  }

  async report(): Promise<ServiceStanding> {
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
