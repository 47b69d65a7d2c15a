import { setTimeout as pause } from 'node:timers/promises';
import { ServerNats, type MessageHandler, type NatsContext, type Serializer } from '@nestjs/microservices';
import type { Msg, NatsConnection, NatsError, Subscription } from 'nats';
import { natsOptions } from './nats-options';

/** How a process answers calls: Nest over NATS; replicas with the same name share the calls. */
export function callServer(url: string, name: string) {
  return { strategy: new CallServer(url, name) };
}

const PATIENCE_MS = 4_000;

class CallServer extends ServerNats {
  private readonly listening: Subscription[] = [];
  private connected = true;
  /** Messages being handed to their handlers, and calls whose reply is not complete. */
  private running = 0;
  private finished = () => undefined as void;

  constructor(
    url: string,
    private readonly queue: string,
  ) {
    super({ ...natsOptions(url, queue), serializer: new ReplySerializer() });
  }

  /** Nest's own parses each subject as JSON, which ours never are: that throws an error, with its stack, per call. */
  override getHandlerByPattern(subject: string): MessageHandler | null {
    return this.messageHandlers.get(subject) ?? null;
  }

  override bindEvents(connection: NatsConnection): void {
    this.on('disconnect', () => (this.connected = false));
    this.on('reconnect', () => (this.connected = true));
    for (const subject of this.messageHandlers.keys()) {
      const callback = this.getMessageHandler(subject) as (error: NatsError | null, message: Msg) => void;
      this.listening.push(connection.subscribe(subject, { queue: this.queue, callback }));
    }
  }

  /** A message that is no call, such as one that is not JSON, must not end the process. */
  override async handleMessage(subject: string, message: Msg): Promise<void> {
    this.running += 1;
    try {
      await super.handleMessage(subject, message);
    } catch (error) {
      this.logger.error(`A message to ${subject} is not a call: ${String(error)}`);
    } finally {
      this.ended();
    }
  }

  override getPublisher(message: Msg, id: string, context: NatsContext): (packet: ReplyPacket) => unknown {
    const publish = super.getPublisher(message, id, context) as (packet: ReplyPacket) => unknown;
    this.running += 1;
    return (packet) => {
      publish(packet);
      if (packet.isDisposed) this.ended();
    };
  }

  /**
   * Leaves new calls to other replicas and resolves once those received have been answered, after 4 s at the latest.
   * The server may have sent some before it learns that this process no longer listens.
   */
  override async close(): Promise<void> {
    const canAnswer = this.connected && this.listening.length > 0;
    // If the connection is lost meanwhile, nobody can be answered any more.
    const answered = canAnswer ? this.answered().catch(() => undefined) : undefined;
    await Promise.race([answered, pause(PATIENCE_MS, undefined, { ref: false })]);
    await super.close();
  }

  private async answered(): Promise<void> {
    await Promise.all(this.listening.map((subscription) => subscription.drain()));
    await new Promise<void>((resolve) => {
      this.finished = resolve;
      if (this.running === 0) resolve();
    });
    await this.unwrap<NatsConnection>().flush();
  }

  private ended(): void {
    this.running -= 1;
    if (this.running === 0) this.finished();
  }
}

/** A reply that is already JSON text, because its length had to be known. */
export class WrittenReply {
  constructor(readonly json: string) {}
}

interface ReplyPacket {
  id: string;
  response?: unknown;
  isDisposed?: boolean;
  err?: unknown;
}

/** Nest's own packets, with a written reply inserted as it is: serializing a page of devices takes milliseconds. */
class ReplySerializer implements Serializer<ReplyPacket, { data: Uint8Array }> {
  serialize({ response, ...rest }: ReplyPacket): { data: Uint8Array } {
    if (!(response instanceof WrittenReply)) return { data: Buffer.from(JSON.stringify({ response, ...rest })) };
    return { data: Buffer.from(`{"response":${response.json},${JSON.stringify(rest).slice(1)}`) };
  }
}
