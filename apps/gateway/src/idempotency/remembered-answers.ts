import type { KeyObject } from 'node:crypto';
import { StorageType, type KV, type NatsConnection, NatsError } from 'nats';
import { z } from 'zod';
import { replicasOf } from '@repairline/messaging/bus';
import type { Logger } from '@repairline/service-kit/logger';
import { KEPT_HOURS } from './request-key';
import { seal, unseal } from './sealed';

const BUCKET = 'repairline-answers';
/** No request's slot, which is a hash. */
const TRIED = 'tried';
const KEPT_MS = KEPT_HOURS * 3_600_000;
const WAIT_FOR_FIRST_MS = 6_000;
const STORE_TIMEOUT_MS = 1_500;
const LEAVE_ALONE_MS = 5_000;
const LARGEST = 256 * 1024;
/** Some 50,000 answers. What comes when it is full is not remembered: services recognize a repeated command. */
const MOST_BYTES = 64 * 1024 * 1024;
/** JetStream's codes for an existing key: once it is stored, and while a cluster is still agreeing on it. */
const WRONG_LAST_SEQUENCE: readonly unknown[] = [10_071, 10_164];

const entry = z.object({
  fingerprint: z.string(),
  /** null while the first request is still at work. */
  answer: z.object({ status: z.number().int(), body: z.unknown() }).nullable(),
});
type Entry = z.infer<typeof entry>;
export type RememberedAnswer = NonNullable<Entry['answer']>;

export type Claim =
  /** No request with this key came before: do it. */
  | { kind: 'first' }
  | { kind: 'answered'; answer: RememberedAnswer }
  | { kind: 'different' }
  /** The store is down, or the first request never finished: do it; services recognize a repeated command by its id. */
  | { kind: 'unknown' };

/** First answers to keyed requests, shared by all gateways, for 24 hours. Its failures never fail a request. */
export class RememberedAnswers {
  private bucket: Promise<KV> | undefined;
  private leaveAloneUntil = 0;

  constructor(
    private readonly bus: NatsConnection,
    private readonly key: KeyObject,
    private readonly logger: Logger,
  ) {}

  async claim(slot: string, fingerprint: string): Promise<Claim> {
    const claim = await this.attempt(async (bucket): Promise<Claim> => {
      if (await createdBy(bucket, slot, seal(this.key, { fingerprint, answer: null }))) return { kind: 'first' };
      return this.awaitAnswer(bucket, slot, fingerprint);
    });
    return claim ?? { kind: 'unknown' };
  }

  async remember(slot: string, fingerprint: string, answer: RememberedAnswer): Promise<void> {
    const sealed = seal(this.key, { fingerprint, answer });
    if (sealed.byteLength > LARGEST) return this.forget(slot);
    await this.attempt((bucket) => bucket.put(slot, sealed));
  }

  /** The next request with this key counts as the first again. */
  async forget(slot: string): Promise<void> {
    await this.attempt((bucket) => bucket.delete(slot));
  }

  /** For health: tries it. */
  async canBeStored(): Promise<boolean> {
    const stored = await this.attempt((bucket) => bucket.put(TRIED, Uint8Array.of()));
    return stored !== undefined;
  }

  /** Watches the bucket, since the first request may be running in another gateway. */
  private async awaitAnswer(bucket: KV, slot: string, fingerprint: string): Promise<Claim> {
    const watch = await bucket.watch({ key: slot });
    const patience = setTimeout(() => watch.stop(), WAIT_FOR_FIRST_MS);
    try {
      for await (const { operation, value } of watch) {
        const known = operation === 'PUT' ? entry.safeParse(unseal(this.key, value)) : undefined;
        if (!known?.success) return { kind: 'unknown' };
        if (known.data.fingerprint !== fingerprint) return { kind: 'different' };
        if (known.data.answer) return { kind: 'answered', answer: known.data.answer };
      }
      return { kind: 'unknown' };
    } finally {
      clearTimeout(patience);
      watch.stop();
    }
  }

  private async attempt<Result>(work: (bucket: KV) => Promise<Result>): Promise<Result | undefined> {
    if (performance.now() < this.leaveAloneUntil) return undefined;
    try {
      this.bucket ??= this.open();
      return await work(await this.bucket);
    } catch (error) {
      this.bucket = undefined;
      this.leaveAloneUntil = performance.now() + LEAVE_ALONE_MS;
      this.logger.warn({ err: error }, 'answers to repeated requests cannot be stored at the moment');
      return undefined;
    }
  }

  private open(): Promise<KV> {
    const stream = this.bus.jetstream({ timeout: STORE_TIMEOUT_MS });
    return stream.views.kv(BUCKET, {
      ...{ history: 1, ttl: KEPT_MS, max_bytes: MOST_BYTES, storage: StorageType.File, timeout: STORE_TIMEOUT_MS },
      replicas: replicasOf(this.bus),
    });
  }
}

async function createdBy(bucket: KV, slot: string, value: Uint8Array): Promise<boolean> {
  try {
    await bucket.create(slot, value);
    return true;
  } catch (error) {
    if (error instanceof NatsError && WRONG_LAST_SEQUENCE.includes(error.api_error?.err_code)) return false;
    throw error;
  }
}
