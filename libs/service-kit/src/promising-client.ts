import { Client, type ClientConfig } from 'pg';

type Ask = (this: Client, ...given: unknown[]) => unknown;
type Callback = (error: Error | null, result?: unknown) => void;

export interface PromisingConfig extends ClientConfig {
  /** How long nothing may be answered while somebody waits, in ms; longer than any one statement may take. Null: for ever. */
  silenceMs?: number | null;
}

/**
 * A pg client that is asked by callback and makes the promise itself. `Client.query` (pg 8.23) writes the function that
 * settles its promise where it is assigned to a property; V8 takes such a function for a method and puts it into the old
 * generation at once (`CheckAssigningFunctionLiteralToProperty` in its parser). From there it keeps the answer it was given
 * through every collection of the young, which made the pauses for a page of 200 rows longer than the page took.
 *
 * A server that is gone without a word leaves what was asked of it unanswered for the quarter of an hour in which Linux sends
 * it again; the client ends the connection long before. pg's own `query_timeout` would be such a function as above.
 */
export class PromisingClient extends Client {
  private unanswered = 0;
  /** When it was last answered, or asked while nobody waited, as `performance.now()` has it. */
  private heardAt = 0;

  constructor(config: PromisingConfig = {}) {
    super(config);
    const { silenceMs } = config;
    if (!silenceMs) return;
    const look = setInterval(() => this.endAfter(silenceMs), silenceMs / 8).unref();
    this.once('end', () => clearInterval(look));
  }

  /** As pg's own, in all its forms. `never` fits what each of them answers. */
  override query(asked: unknown, values?: unknown, answered?: unknown): never {
    const ask = (given: unknown, callback: unknown) => (super.query as Ask).call(this, asked, given, callback) as never;
    if (isSubmittable(asked)) return ask(values, answered);
    if (isCallback(values)) return ask(undefined, this.awaited(values));
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

/** What answers by itself, like a stream of COPY. */
function isSubmittable(asked: unknown): boolean {
  return typeof asked === 'object' && asked !== null && 'submit' in asked;
}

/** Where the error was noticed is the socket; whoever asked is of more use. */
function withCallersStack(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}
