import { Query, type ClientBase, type QueryConfig } from 'pg';

/** A named INSERT whose parameters are texts and which returns nothing or the rows' positions. */
export interface StoringStatement {
  name: string;
  text: string;
  values: (string | null)[];
}

export interface Stored {
  rows: number;
  /** Empty if the statement does not ask for them. */
  positions: number[];
}

type Answered = (error: Error | null, stored: Stored) => void;

/** What this uses of pg's connection and query; @types/pg declares it only in part, or differently. */
interface Connection {
  stream: { cork(): void; uncork(): void };
  submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: (string | null)[] }): void;
  execute(): void;
  sync(): void;
}

type NamedQuery = StoringStatement & { callback: Answered; hasBeenParsed(connection: Connection): boolean };

const NamedQuery = Query as unknown as new (statement: QueryConfig) => NamedQuery;

/** Asks for no columns and builds no rows, which pg otherwise does with every execution. */
class StoringQuery extends NamedQuery {
  private readonly stored: Stored = { rows: 0, positions: [] };

  submit(connection: Connection): null {
    const { name, text, values } = this;
    connection.stream.cork();
    if (!this.hasBeenParsed(connection)) {
      connection.parse({ name, text });
      connection.submittedNamedStatements[name] = text;
    }
    connection.bind({ statement: name, values });
    connection.execute();
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleDataRow({ fields }: { fields: string[] }): void {
    this.stored.positions.push(Number(fields[0]));
  }

  /** The text is `INSERT 0` and the number of rows (PostgreSQL, Message Formats, CommandComplete). */
  handleCommandComplete({ text }: { text: string }): void {
    this.stored.rows = Number(text.slice(text.lastIndexOf(' ')));
  }

  handleError(error: Error): void {
    this.callback(error, this.stored);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.stored);
  }
}

export function storeRows(client: ClientBase, statement: StoringStatement): Promise<Stored> {
  return new Promise((resolve, reject) => {
    const answered: Answered = (error, stored) => (error ? reject(error) : resolve(stored));
    (client as { query(asked: NamedQuery, answered: Answered): unknown }).query(new StoringQuery(statement), answered);
  });
}
