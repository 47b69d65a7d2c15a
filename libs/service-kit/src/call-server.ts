import { ServerNats, type MessageHandler, type NatsOptions, type Serializer } from '@nestjs/microservices';
import { natsOptions } from './nats-options';

/** How a process answers calls: Nest over NATS, where the replicas of one name share what comes. */
export function callServer(url: string, name: string, more: NatsOptions['options'] = {}) {
  const options = { ...natsOptions(url, name), queue: name, serializer: new ReplySerializer(), ...more };
  return { strategy: new CallServer(options) };
}

/** Nest first reads each subject as JSON, which ours never are: an error made for every call, with its stack. */
class CallServer extends ServerNats {
  override getHandlerByPattern(subject: string): MessageHandler | null {
    return this.messageHandlers.get(subject) ?? null;
  }
}

/** A reply that is JSON text already, since whoever made it had to know its length. */
export class WrittenReply {
  constructor(readonly json: string) {}
}

interface ReplyPacket {
  id: string;
  response?: unknown;
  isDisposed?: boolean;
  err?: unknown;
}

/** Nest's own packets, with a written reply put in as it stands: a page of devices takes milliseconds to write. */
class ReplySerializer implements Serializer<ReplyPacket, { data: Uint8Array }> {
  serialize({ response, ...rest }: ReplyPacket): { data: Uint8Array } {
    if (!(response instanceof WrittenReply)) return { data: Buffer.from(JSON.stringify({ response, ...rest })) };
    return { data: Buffer.from(`{"response":${response.json},${JSON.stringify(rest).slice(1)}`) };
  }
}
