// The only two ways a name or a constant enters a statement.

/** Quotes a name. NUL would end the statement early on the wire, so it never gets there. */
export function quote(name: string): string {
  if (name.includes("\0")) throw new Error("a name cannot hold NUL");
  return `"${name.replaceAll('"', '""')}"`;
}

export const quoteName = (schema: string, name: string) => `${quote(schema)}.${quote(name)}`;

/** Collects the values of one statement; each is sent apart from the text. */
export class Values {
  readonly list: (string | null)[] = [];
  readonly #texts = new Map<string, string>();

  /** A value whose type PostgreSQL infers from its position, like a quoted literal. */
  add(value: string | null): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }

  /** A text value; the same text twice is one value, so that equal expressions are equal to PostgreSQL. */
  text(value: string): string {
    let placeholder = this.#texts.get(value);
    if (placeholder === undefined) this.#texts.set(value, (placeholder = `${this.add(value)}::text`));
    return placeholder;
  }
}
