// The last step of the gate: secret addresses are put in, and what is still open or missing is found.
import { z } from "zod";
import { currentTime } from "#domain/clock.ts";
import type { GateCode } from "#domain/gate-reasons.ts";
import { htmlOfText } from "#domain/html-of-text.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import type { LinkKind, Links } from "../links/links.ts";
import type { Outgoing } from "./outgoing.ts";

export interface FillParts {
  links: Pick<Links, "issue">;
  env: { SITE_URL: string; INBOUND_MAIL_ADDRESS?: string | undefined };
  now?: (() => Date) | undefined;
}

export interface ClaimedRow {
  id: string;
  channel: string;
  class: "system" | "transactional" | "outreach";
  origin_kind: string;
  origin_id: string | null;
  contact_id: string | null;
  to_address: string;
  also_to: string[];
  cc: string[];
  from_identity: string | null;
  subject: string;
  body_text: string;
  body_html: string | null;
  headers: Record<string, unknown>;
  attachments: unknown[];
  message_id: string | null;
  secret: { text: string; html: string; link?: string } | null;
}

/** Addresses of pages that only the recipient may have: made when a row leaves, and kept nowhere but in the mail. */
const linkTags: Record<
  string,
  { kind: LinkKind; path: string; days: number | null; of: "origin" | "message" | "proposal" }
> = {
  sender_page: { kind: "inquiry", path: "/i/", days: 90, of: "origin" },
  confirm_page: { kind: "consent", path: "/c/", days: 7, of: "origin" },
  proposal_page: { kind: "proposal", path: "/p/", days: 730, of: "origin" },
  // In templates: whatever the message belongs to, the proposal that waits for this person's answer.
  proposal_url: { kind: "proposal", path: "/p/", days: 730, of: "proposal" },
  payment_page: { kind: "payment", path: "/pay/", days: 365, of: "origin" },
  // Ends with the meeting: its page says when.
  meeting_page: { kind: "booking", path: "/m/", days: null, of: "origin" },
  // The way out does not end.
  unsubscribe_url: { kind: "unsubscribe", path: "/u/", days: null, of: "message" },
};

/** What a row may set besides; everything else is ours. */
const allowedHeader = /^(?:In-Reply-To|References|Reply-To|Auto-Submitted|Precedence|X-[\w-]{1,60})$/i;
const oneLine = (value: string) => value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

export async function fill(row: ClaimedRow, parts: FillParts, within: TransactionSql): Promise<Outgoing> {
  const base = {
    id: row.id,
    isOutreach: row.class === "outreach",
    to: row.to_address,
    alsoTo: row.also_to,
    cc: row.cc,
    from: row.from_identity,
    subject: row.subject,
    messageId: row.message_id,
  };
  if (row.secret) return { ...base, ...row.secret, headers: {}, attachments: [] };

  let text = row.body_text;
  let html = row.body_html;
  const made: Record<string, string> = {};
  for (const [tag, { kind, path, days, of }] of Object.entries(linkTags)) {
    const mark = `{{${tag}}}`;
    if (!(text.includes(mark) || html?.includes(mark))) continue;
    const today = parts.now?.() ?? currentTime();
    const subjectId =
      of === "proposal" ? await proposalFor(row, today, within) : of === "message" ? row.id : row.origin_id;
    if (subjectId === null) continue;
    const expiresAt = days === null ? {} : { expiresAt: new Date(today.getTime() + days * 86_400_000) };
    const { token } = await parts.links.issue({ kind, subjectId, ...expiresAt }, within);
    const address = `${parts.env.SITE_URL}${path}${token}`;
    made[tag] = address;
    text = text.replaceAll(mark, address);
    html = html?.replaceAll(mark, address) ?? null;
  }
  // No secret: who opens it signs in.
  text = text.replaceAll("{{client_area}}", `${parts.env.SITE_URL}/client`);
  html = html?.replaceAll("{{client_area}}", `${parts.env.SITE_URL}/client`) ?? null;
  const calendar = row.attachments.map((item) => invitation.safeParse(item)).find(({ success }) => success)?.data;
  return {
    ...base,
    text,
    html: html ?? htmlOfText(text),
    headers: headersOf(row, parts, made.unsubscribe_url),
    attachments: [],
    ...(calendar && { calendar }),
  };
}

/** Null when none waits for an answer from this address: the tag stays open, and the message here. */
async function proposalFor(row: ClaimedRow, at: Date, within: TransactionSql): Promise<string | null> {
  if (row.origin_kind === "proposal") return row.origin_id;
  const [found] = await within<{ id: string | null }[]>`
    select private.proposal_waiting_for(${row.contact_id}, ${row.to_address}, ${at}) as id`;
  return found?.id ?? null;
}

function headersOf(row: ClaimedRow, { env }: FillParts, unsubscribeAddress: string | undefined) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(row.headers))
    if (allowedHeader.test(name) && typeof value === "string") headers[name] = oneLine(value);
  if (row.class !== "outreach") return headers;
  // An answer that keeps only its address still finds its message.
  if (env.INBOUND_MAIL_ADDRESS && !Object.keys(headers).some((name) => name.toLowerCase() === "reply-to"))
    headers["Reply-To"] = env.INBOUND_MAIL_ADDRESS.replace("@", `+${row.id}@`);
  // RFC 8058 wants https; without it the link in the text is the way.
  if (unsubscribeAddress?.startsWith("https:")) {
    headers["List-Unsubscribe"] = `<${unsubscribeAddress}>`;
    headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click";
  }
  return headers;
}

const invitation = z.object({ ics: z.string().max(100_000), method: z.enum(["REQUEST", "CANCEL"]) });

const openTag = /\{\{|\}\}|\{%|%\}/;

/** Why it does not leave after all, or null. */
export function refusalOf(row: ClaimedRow, filled: Outgoing): GateCode | null {
  if (row.class === "system") return null;
  const words = [
    filled.subject,
    filled.text,
    filled.html,
    filled.to,
    filled.from ?? "",
    ...Object.values(filled.headers),
  ];
  if (words.some((part) => part.includes("{{proposal_url}}"))) return "no_open_proposal";
  if (words.some((part) => openTag.test(part))) return "open_tag";
  if (row.class === "outreach") {
    const mark = "{{unsubscribe_url}}";
    if (!row.body_text.includes(mark) || (row.body_html !== null && !row.body_html.includes(mark)))
      return "no_unsubscribe";
  }
  const isInvalid = (item: unknown) => typeof item === "object" && !invitation.safeParse(item).success;
  if (row.attachments.some(isInvalid)) return "unreadable_invitation";
  return null;
}
