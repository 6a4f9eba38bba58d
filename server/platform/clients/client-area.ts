// What modules add to the client's area: a section each, with its part of the home page and its own pages. The area itself (sign-in, frame,
// messages) is modules/client-area. Statements of a section run as the client: the database decides what they see.
import type { Sql, Statements, TransactionSql } from "#server/platform/database/sql.ts";
import type { Markup } from "#server/platform/pages/document-page.ts";

export interface Company {
  accountId: string;
  name: string;
  contactId: string;
  /** `own`: only what is addressed to this person. */
  scope: "all" | "own";
  person: string;
  email: string;
}

/** As private.enter_client has it. */
export interface Client {
  sessionId: string;
  /** Null for a colleague who sees what a client sees. */
  userId: string | null;
  companies: [Company, ...Company[]];
  /** The colleague's name: then nothing can be changed. */
  viewer: string | null;
  /** The areas that this colleague may read, as their own session may at this moment; null for a client. */
  viewerAreas: readonly string[] | null;
  /** A fresh code was typed in this session. */
  confirmed: boolean;
  /** The office's clock and day, in which every page speaks. */
  timeZone: string;
  today: string;
}

export interface Todo {
  /** For the order: the nearest first. */
  day: string;
  due: string;
  more: string;
  title: string;
  text: string;
  action: { label: string; href: string };
}

export interface HomeRow {
  title: string;
  href?: string;
  aside: string | Markup;
  text: string | Markup;
}

export interface HomePart {
  todo: Todo[];
  rows: HomeRow[];
  /** At the right of its heading: "All nine". */
  all: string;
  /** Below the rows. */
  more?: Markup;
  /** Said while there is nothing: what will be here. */
  empty: string;
}

export interface ClientPage {
  title: string;
  lead?: string | Markup;
  body: Markup;
  style?: string;
  status?: number;
  /** Without the opening of every page of the area: the body brings its own. */
  bare?: boolean;
}

export interface ClientVisit {
  client: Client;
  /** A transaction in the client's name. */
  ask<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** Of the page: "/client/proposals/...". */
  path: string;
  /** Named parts of the path. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  request: Request;
  clientAddress: string;
  userAgent: string;
  /** What forms carry a nonce of (`formNonce`). */
  formToken: string;
  /** Of a form that was sent: the fields, the files, and the version that the client saw. */
  form: Readonly<Record<string, string>>;
  files: readonly File[];
  version: string;
}

export type ClientHandler = (visit: ClientVisit) => Promise<ClientPage | Response | null>;

export interface ClientSection {
  /** Its address below /client, and its word in Settings. */
  key: string;
  name: string;
  /**
   * Whose records it shows, as public.may knows it: a colleague who looks sees the section only with the right to read there. Its views
   * ask private.client_scope for the same area.
   */
  area: string;
  /** On while this module is; otherwise with the one that adds it. */
  module?: string;
  /** In the navigation: 1 comes first. */
  place: number;
  home(client: Client, sql: TransactionSql): Promise<HomePart>;
  /** `path` below the section's own; "/:id" names a part. Null: there is no such thing, for this client. */
  pages: readonly { method: "GET" | "POST"; path: string; handle: ClientHandler }[];
}

export interface ClientSections {
  add(section: ClientSection): void;
  /** Of modules that are on, in order. */
  live(within: Statements): Promise<ClientSection[]>;
}

/** A colleague who looks sees what the client sees and may read as well. */
export const isOpenTo = (
  { viewerAreas }: Pick<Client, "viewerAreas">,
  { area }: Pick<ClientSection, "area">,
): boolean => viewerAreas === null || viewerAreas.includes(area);

/** The cookie's session has ended, or what it opened was taken back. */
export class ClientEnded extends Error {}

/** Runs `work` as the client whose cookie has this hash; from the second statement on the transaction has the rights of the client. */
export async function asClient<T>(
  sql: Sql,
  hash: Buffer,
  work: (sql: TransactionSql, client: Client) => Promise<T>,
): Promise<T> {
  return sql.begin(async (tx) => {
    const [row] = await tx<{ client: Client | null }[]>`select private.enter_client(${hash}) as client`;
    if (!row?.client) throw new ClientEnded();
    await tx`select set_config('role', 'authenticated', true)`;
    return work(tx, row.client);
  });
}

/** The company's name before a row, where a client has several. */
export const companyOf = ({ companies }: Client, accountId: string): string =>
  companies.length > 1 ? `${companies.find((company) => company.accountId === accountId)?.name ?? ""}. ` : "";

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"][count] ?? count} ${count === 1 ? one : many}`;
