import { Query, type ClientBase } from 'pg';

/** A named INSERT whose parameters are texts and which returns nothing or the rows' positions. */
export interface StoringStatement {
  name: string;
  text: string;
  values: (string | null)[];
}

type Answered = (error: Error | null, positions: number[]) => void;

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

const NamedQuery = Query as unknown as new (text: string) => NamedQuery;

/** Asks for no columns and builds no rows, which pg otherwise does with every execution. */
class StoringQuery extends NamedQuery {
  private readonly positions: number[] = [];

  /** Given more than the text, pg copies it property by property, which takes longer than to send it. */
  constructor({ name, text, values }: StoringStatement) {
    super(text);
    this.name = name;
    this.values = values;
  }

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
    this.positions.push(Number(fields[0]));
  }

  handleCommandComplete(this: void): void {
    // What was stored shows in the positions.
  }

  handleError(error: Error): void {
    this.callback(error, []);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.positions);
  }
}

/** @returns the positions that the statement returns */
export function storeRows(client: ClientBase, statement: StoringStatement): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const answered: Answered = (error, positions) => (error ? reject(error) : resolve(positions));
    (client as { query(asked: NamedQuery, answered: Answered): unknown }).query(new StoringQuery(statement), answered);
  });
}
