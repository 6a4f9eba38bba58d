// What a link shows, as the database has it in one call.
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import { readQuantity } from "../quantity.ts";
import type { ChangeRequest, ProposalContent, ShownState } from "../proposal.ts";

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
  /** What is wrong with the choices that the address or the form has. */
  problems: ChoiceProblem[];
  requests: ChangeRequest[];
  /** What the client had before this version. */
  before: ProposalContent | null;
}

/** None or two of a group, or a quantity out of its range. */
export interface ChoiceProblem {
  group?: string;
  position?: number;
  title: string | null;
  min?: number;
  max?: number;
}

/** What a visitor chose; `typed` is what stood in the fields of quantities. */
export interface Choices {
  chosen: number[];
  quantities: Record<string, number | string>;
  typed?: Record<string, string>;
}

/** Nothing to read: it was withdrawn, or a newer version is being prepared. */
export type Found =
  | ShownProposal
  | { id: string; number: string; state: "withdrawn" | "revising"; change_asked?: boolean; content?: undefined };

export const isShown = (found: Found): found is ShownProposal => found.content !== undefined;

export async function findPage(
  sql: Statements,
  id: string,
  { choices = null, at, preview = false }: { choices?: Choices | null; at: Date; preview?: boolean },
): Promise<Found | null> {
  const [row] = await sql<{ page: Found | null }[]>`
    select private.proposal_page(${id}, ${choicesJson(choices)}::jsonb, ${at}, ${preview}) as page`;
  return row?.page ?? null;
}

/** As the database takes them. */
export const choicesJson = (choices: Choices | null): string | null =>
  choices && JSON.stringify({ chosen: choices.chosen, quantities: choices.quantities });

const isPosition = (text: string) => /^\d{1,3}$/.test(text) && Number(text) > 0 && Number(text) <= 200;

/** The choices in an address: options and lines of groups by position, quantities as typed. Null where no one has chosen. */
export function choicesIn(query: URLSearchParams): Choices | null {
  if (!query.has("choose")) return null;
  const entries = [...query].slice(0, 500);
  const typed = Object.fromEntries(
    entries.flatMap(([name, value]) => {
      const position = /^quantity-(\d{1,3})$/.exec(name)?.[1];
      return position !== undefined && isPosition(position) ? [[position, value.slice(0, 40)] as const] : [];
    }),
  );
  return {
    chosen: [
      ...new Set(
        entries
          .filter(([name, value]) => (name === "option" || name.startsWith("group-")) && isPosition(value))
          .map(([, value]) => Number(value)),
      ),
    ],
    // What is no number is told as it is: the database says that it cannot be chosen.
    quantities: Object.fromEntries(
      Object.entries(typed).map(([position, text]) => [position, readQuantity(text)?.milli ?? text]),
    ),
    typed,
  };
}

/** The choices that a form took along from its page: "3,4" and "2:4000". */
export const choicesOf = (form: Readonly<Record<string, string>>): Choices => ({
  chosen: (form.chosen ?? "").split(",").filter(isPosition).map(Number),
  quantities: Object.fromEntries(
    (form.quantities ?? "")
      .split(",")
      .map((each) => each.split(":"))
      .filter(([position = "", milli = ""]) => isPosition(position) && /^\d{1,13}$/.test(milli))
      .map(([position = "", milli]) => [position, Number(milli)]),
  ),
});

export async function isPreview(sql: Sql, link: string): Promise<boolean> {
  const rows = await sql`select from private.proposal_previews where link_id = ${link}`;
  return rows.length > 0;
}
