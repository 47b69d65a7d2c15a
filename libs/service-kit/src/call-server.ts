import { ServerNats, type MessageHandler, type NatsOptions, type Serializer } from '@nestjs/microservices';
import { natsOptions } from './nats-options';

/** How a process answers calls: Nest over NATS; replicas with the same name share the calls. */
export function callServer(url: string, name: string, more: NatsOptions['options'] = {}) {
  const options = { ...natsOptions(url, name), queue: name, serializer: new ReplySerializer(), ...more };
  return { strategy: new CallServer(options) };
}

/** Nest first parses each subject as JSON, which ours never are: that throws an error, with its stack, per call. */
class CallServer extends ServerNats {
  override getHandlerByPattern(subject: string): MessageHandler | null {
    return this.messageHandlers.get(subject) ?? null;
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
