// Walks over one query parameter; errors carry PostgREST's code and the place where reading stopped.
import { badQuery } from "../rest-error.ts";

const identifierChar = /[\p{L}\p{N}_ $]/u;

export class Scanner {
  readonly #text: string;
  readonly #what: string;
  #at = 0;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  get done(): boolean {
    return this.#at >= this.#text.length;
  }

  get rest(): string {
    return this.#text.slice(this.#at);
  }

  get position(): number {
    return this.#at;
  }

  set position(value: number) {
    this.#at = value;
  }

  sees(token: string): boolean {
    return this.#text.startsWith(token, this.#at);
  }

  eat(token: string): boolean {
    if (!this.sees(token)) return false;
    this.#at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.eat(token)) this.fail(`expecting "${token}"`);
  }

  spaces(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
  }

  /** Takes characters up to, and without, the first one of `stops`. */
  until(stops: string): string {
    const start = this.#at;
    while (!this.done && !stops.includes(this.#text[this.#at] ?? "")) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  takeRest(): string {
    const rest = this.rest;
    this.#at = this.#text.length;
    return rest;
  }

  /** Letters, digits, `_`, `$` and inner spaces. */
  identifier(expected = "letter or digit"): string {
    const start = this.#at;
    while (!this.done) {
      const char = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
      if (!identifierChar.test(char)) break;
      this.#at += char.length;
    }
    const name = this.#text.slice(start, this.#at).trim();
    if (name === "") this.fail(`expecting ${expected}`);
    return name;
  }

  /** A quoted name, or identifiers joined by dashes (but not by `->`). */
  fieldName(): string {
    if (this.sees('"')) return this.quoted();
    let name = this.identifier("field name (* or [a..z0..9_$])");
    while (this.sees("-") && !this.sees("->")) {
      this.#at++;
      name += `-${this.identifier()}`;
    }
    return name;
  }

  /** `"…"` with backslash escapes. */
  quoted(): string {
    this.expect('"');
    let value = "";
    while (!this.done) {
      const char = this.#text[this.#at++];
      if (char === '"') return value;
      value += char === "\\" ? (this.#text[this.#at++] ?? "") : char;
    }
    return this.fail('expecting "\\"" at the end of a quoted value');
  }

  /** Runs `attempt`; when it answers null the position is as before. */
  try<T>(attempt: () => T | null): T | null {
    const start = this.#at;
    const value = attempt();
    if (value === null) this.#at = start;
    return value;
  }

  end(): void {
    if (!this.done) this.fail("expecting end of input");
  }

  fail(expected: string): never {
    const seen = this.done ? "unexpected end of input" : `unexpected ${JSON.stringify(this.#text[this.#at])}`;
    return this.refuse(`${seen} ${expected}`);
  }

  refuse(details: string): never {
    throw badQuery(`"failed to parse ${this.#what} (${this.#text})" (line 1, column ${this.#at + 1})`, details);
  }
}
