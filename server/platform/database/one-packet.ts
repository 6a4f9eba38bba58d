// Several statements that leave in one packet and end with one Sync: PostgreSQL runs them as one transaction, so that all of
// them happen or none. `begin`, `commit` and an answer for each would be half of what a short read costs.
import { type Connection, Query } from "pg";

export interface PacketStatement {
  text: string;
  values: readonly (string | null)[];
  /** Prepared under this name, and parsed only once per connection. */
  name?: string | undefined;
}

/** Values as PostgreSQL writes them, by statement and row. */
type Answers = (string | null)[][][];

/** What the driver's own queries use of their connection; its types do not know all of it. */
interface Wire {
  stream: Connection["stream"];
  parsedStatements: Record<string, string>;
  close(message: { type: "S"; name: string }): void;
  parse(message: { text: string; name?: string | undefined }): void;
  bind(message: { statement?: string | undefined; values: readonly (string | null)[] }): void;
  execute(message: object): void;
  sync(): void;
}

/** A query of the driver's: it hands over what comes back. Give it to `client.query` and await `answers`. */
export class OnePacket extends Query {
  readonly answers: Promise<Answers>;
  readonly #statements: readonly PacketStatement[];
  readonly #newNames: string[] = [];
  readonly #complete: Answers = [];
  #rows: (string | null)[][] = [];
  #wire: Wire | null = null;
  #resolve!: (answers: Answers) => void;
  #reject!: (error: unknown) => void;

  constructor(statements: readonly PacketStatement[]) {
    super({ text: "" });
    this.#statements = statements;
    this.answers = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Whether anything came back, before it failed. */
  get hasBegun(): boolean {
    return this.#complete.length > 0;
  }

  override submit = (connection: Connection): null => {
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    wire.stream.cork();
    for (const { text, values, name } of this.#statements) {
      if (name === undefined) wire.parse({ text });
      else if (wire.parsedStatements[name] === undefined) {
        // No one knows whether a statement whose packet failed was parsed. Closing one that is not there is no error.
        wire.close({ type: "S", name });
        wire.parse({ text, name });
        wire.parsedStatements[name] = text;
        this.#newNames.push(name);
      }
      wire.bind({ statement: name, values });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  };

  handleRowDescription(): void {
    // Not asked for: all values are text.
  }
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }
  handleCommandComplete(): void {
    this.#complete.push(this.#rows);
    this.#rows = [];
  }
  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }
  handleError(error: unknown): void {
    for (const name of this.#newNames) delete this.#wire?.parsedStatements[name];
    this.#reject(error);
  }
  handleReadyForQuery(): void {
    this.#resolve(this.#complete);
  }
}
