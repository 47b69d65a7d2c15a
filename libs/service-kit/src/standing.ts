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

/** Where a service's views, relay and consumers are: what metrics and the status page tell of. */
export class Standing {
  private readonly consumers: (() => Promise<ConsumerStanding>)[] = [];

  constructor(private readonly sources: Sources = {}) {}

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
    // The head last: what has been reached is never beyond what is reported as the end.
    const end = (await head?.()) ?? null;
    return { head: end, views: viewsNow, relay: relayNow, consumers, verification: verified };
  }
}
