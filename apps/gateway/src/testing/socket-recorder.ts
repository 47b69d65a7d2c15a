import type WebSocket from 'ws';
import type { Browser } from './browser';

export type Message = Record<string, unknown> & { type: string };

/** What one socket has received so far, except pings. */
export class SocketRecorder {
  readonly messages: Message[] = [];
  readonly closed: Promise<number>;
  private readonly refused: Promise<number>;
  private wake: () => void = () => undefined;

  constructor(
    readonly socket: WebSocket,
    readonly browser?: Browser,
  ) {
    this.closed = new Promise((resolve) => socket.on('close', resolve));
    this.refused = new Promise((resolve, reject) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.on('open', () => reject(new Error('the socket was let in')));
    });
    this.refused.catch(() => undefined);
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as Message;
      if (message.type !== 'ping') this.messages.push(message);
      this.wake();
    });
  }

  refusal(): Promise<number> {
    return this.refused;
  }

  async first(type: string): Promise<Message> {
    await this.until(() => this.messages.some((message) => message.type === type));
    return this.messages.find((message) => message.type === type) as Message;
  }

  count(wanted: number): Promise<void> {
    return this.until(() => this.messages.length >= wanted);
  }

  /** Checks the condition at each message, and periodically for what no message announces. */
  async until(condition: () => boolean | Promise<boolean>, patienceMs = 5_000): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (!(await condition())) {
      if (Date.now() > deadline)
        throw new Error(
          `it did not happen; heard ${this.messages
            .map(({ type }) => type)
            .slice(-5)
            .join()}`,
        );
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, 20);
      });
    }
  }
}
