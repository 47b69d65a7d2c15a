import { ClientNats, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { createInbox, type Msg, type MsgHdrs, type NatsConnection, type NatsError } from 'nats';

type Hear = (error: NatsError | undefined, message: Msg) => Promise<void>;

/**
 * Nest's client over NATS with one inbox for all its calls: each reply goes to a place below the inbox, which later
 * calls reuse. Nest's own client uses a new reply address for each call. A server that lets a service answer remembers
 * each address for as long as the right to answer lasts, and NATS 2.9, once there are more than 4,096, goes through all
 * of them at every further call (`pruneReplyPerms` in its client.go).
 */
export class SharedInboxClient extends ClientNats {
  private inbox: Inbox | undefined;

  override async close(): Promise<void> {
    this.inbox = undefined;
    await super.close();
  }

  protected override publish(request: ReadPacket, answered: (reply: WritePacket) => void): () => void {
    const packet = this.assignPacketId(request);
    const { data, headers } = this.serializer.serialize(packet) as { data: Uint8Array; headers?: MsgHdrs };
    const connection = this.natsClient as NatsConnection;
    const inbox = (this.inbox ??= this.openInbox(connection));
    const hear: Hear = this.createSubscriptionHandler(packet, (reply) => {
      if (reply.isDisposed) inbox.answered(place);
      answered(reply);
    });
    const place = inbox.placeFor(hear);
    const subject = this.normalizePattern(request.pattern as string);
    connection.publish(subject, data, { reply: inbox.addressOf(place), headers });
    return () => inbox.givenUp(place, hear);
  }

  private openInbox(connection: NatsConnection): Inbox {
    const inbox = new Inbox(createInbox(this.options.inboxPrefix));
    connection.subscribe(inbox.addressOf('*'), {
      callback: (error, message) => {
        if (!error) return inbox.deliver(message);
        // The server has ended the subscription: no reply arrives here any more.
        if (this.inbox === inbox) this.inbox = undefined;
        inbox.fail(error, message);
      },
    });
    return inbox;
  }
}

/** Numbered places, one for each call in flight. */
class Inbox {
  /**
   * An answered call leaves its entry to a later one: a Map that entries leave would keep replies alive (service-kit's
   * README).
   */
  private readonly underWay = new Map<string, Hear | undefined>();
  private readonly free: string[] = [];
  private places = 0;

  constructor(private readonly address: string) {}

  addressOf(place: string): string {
    return `${this.address}.${place}`;
  }

  placeFor(hear: Hear): string {
    const place = this.free.pop() ?? String((this.places += 1));
    this.underWay.set(place, hear);
    return place;
  }

  /** The reply is complete, so a later call may have the place. */
  answered(place: string): void {
    if (!this.underWay.get(place)) return;
    this.underWay.set(place, undefined);
    this.free.push(place);
  }

  /** The place of a call that was not answered in full is not reused: its reply may still come. */
  givenUp(place: string, hear: Hear): void {
    if (this.underWay.get(place) === hear) this.underWay.delete(place);
  }

  /** A reply that cannot be read fails its call, and no other. */
  deliver(message: Msg): void {
    const hear = this.underWay.get(message.subject.slice(this.address.length + 1));
    hear?.(undefined, message).catch((error: NatsError) => hear(error, message));
  }

  fail(error: NatsError, message: Msg): void {
    for (const hear of this.underWay.values()) void hear?.(error, message);
  }
}
