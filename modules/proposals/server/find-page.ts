// What a link shows, as the database has it in one call.
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { ProposalContent, ShownState } from "../proposal.ts";

export interface Answer {
  kind: "accepted" | "declined";
  typed_name: string | null;
  decided_at: string;
  reason: string | null;
  /** The first characters of the hash, for people. */
  reference: string;
  /** By the clocks of the proposal's zone. */
  local: string;
  canonical: string;
  payment_request_id: string | null;
  deposit_is_paid: boolean;
}

export interface ShownProposal {
  id: string;
  number: string;
  state: ShownState;
  version: number;
  content: ProposalContent;
  /** The text that was hashed. */
  canonical: string;
  sha256: string;
  sent_on: string | null;
  days_left: number | null;
  decision: Answer | null;
  owner_email: string | null;
}

/** Nothing to read: it was withdrawn, or a newer version is being prepared. */
export type Found =
  | ShownProposal
  | { id: string; number: string; state: "withdrawn" | "revising"; content?: undefined };

export const isShown = (found: Found): found is ShownProposal => found.content !== undefined;

export async function findPage(
  sql: Statements,
  id: string,
  { chosen = null, at, preview = false }: { chosen?: readonly number[] | null; at: Date; preview?: boolean },
): Promise<Found | null> {
  const [row] = await sql<{ page: Found | null }[]>`
    select private.proposal_page(${id}, ${chosen === null ? null : `{${chosen.join(",")}}`}::int[], ${at}, ${preview}) as page`;
  return row?.page ?? null;
}

/** The options in an address or a form: "2", "5". Null where no one has chosen. */
export const chosenIn = (query: URLSearchParams): number[] | null =>
  query.has("choose")
    ? query
        .getAll("option")
        .map(Number)
        .filter((position) => Number.isInteger(position) && position > 0 && position <= 200)
        .slice(0, 200)
    : null;

export async function isPreview(sql: Sql, link: string): Promise<boolean> {
  const rows = await sql`select from private.proposal_previews where link_id = ${link}`;
  return rows.length > 0;
}
