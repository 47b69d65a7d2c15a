import { Client, type ClientConfig } from 'pg';

type Ask = (this: Client, ...given: unknown[]) => unknown;
type Callback = (error: Error | null, result?: unknown) => void;

export interface PgClientConfig extends ClientConfig {
  /**
   * How long the server may leave everything unanswered while somebody waits, in ms; longer than any one statement may
   * take. Null: forever.
   */
  silenceMs?: number | null;
}

/**
 * For connections to PostgreSQL: either end notices within 25 s that the other's machine has vanished, for which Linux
 * by itself takes two hours. For that long a replica that was cut off would keep its locks, and one whose server is
 * gone would wait. https://www.postgresql.org/docs/current/runtime-config-connection.html
 */
export const tcpKeepAlive = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
} satisfies ClientConfig;

/**
 * A pg client that queries by callback and creates the promise itself. `Client.query` (pg 8.23) assigns the function
 * that settles its promise to a property right where it is written; V8 takes such a function for a method and places it
 * in the old generation at once (`CheckAssigningFunctionLiteralToProperty` in its parser). From there it keeps the
 * result alive through every young-generation collection, and the pauses of those took longer than a page of 200 rows
 * itself.
 *
 * A server that vanishes leaves a query unanswered for the quarter of an hour in which Linux retransmits it; this
 * client ends the connection long before. pg's own `query_timeout` would be another function of that kind.
 */
export class PgClient extends Client {
  private unanswered = 0;
  /**
   * When an answer last came, or when the first of the current queries was sent, on the clock of `performance.now()`.
   */
  private heardAt = 0;

  constructor(config: PgClientConfig = {}) {
    super(config);
    const { silenceMs } = config;
    if (!silenceMs) return;
    const look = setInterval(() => this.endAfter(silenceMs), silenceMs / 8).unref();
    this.once('end', () => clearInterval(look));
  }

  /** As pg's own, in all its forms. The return type `never` fits what each of them returns. */
  override query(asked: unknown, values?: unknown, answered?: unknown): never {
    const ask = (given: unknown, callback: unknown) => (super.query as Ask).call(this, asked, given, callback) as never;
    if (isCallback(values)) return ask(undefined, this.awaited(values));
    if (isSubmittable(asked)) return ask(values, answered);
    if (isCallback(answered)) return ask(values, this.awaited(answered));
    const answer = new Promise((resolve, reject) =>
      ask(
        values,
        this.awaited((error, result) => (error ? reject(error) : resolve(result))),
      ),
    );
    return answer.catch(withCallersStack) as never;
  }

  private awaited(callback: Callback): Callback {
    if (this.unanswered === 0) this.heardAt = performance.now();
    this.unanswered += 1;
    return (error, result) => {
      this.unanswered -= 1;
      this.heardAt = performance.now();
      callback(error, result);
    };
  }

  private endAfter(silenceMs: number): void {
    if (this.unanswered === 0 || performance.now() - this.heardAt < silenceMs) return;
    this.connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
  }
}

const isCallback = (given: unknown): given is Callback => typeof given === 'function';

/** Objects that deliver their result themselves, like a stream of COPY, unless a callback comes with them. */
function isSubmittable(asked: unknown): boolean {
  return typeof asked === 'object' && asked !== null && 'submit' in asked;
}

/** The error's stack leads to the socket; the caller's is more useful. */
function withCallersStack(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
