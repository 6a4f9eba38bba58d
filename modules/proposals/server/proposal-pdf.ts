// The PDF of a version or of what was accepted: derived when it is asked for, the same bytes each time. The text that was hashed is
// inside as a file, so that anyone who has the PDF can recompute the hash (npm run verify -- FILE).
import { createHash } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";
import { readFirm } from "#server/platform/firm.ts";
import type { PdfBlock, PdfDocument } from "#server/platform/pdf/pdf-document.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import { exactMoney } from "#domain/money.ts";
import { dueWords, everyWords, letterParts, type ProposalContent, weekdayWords } from "../proposal.ts";
import type { ShownProposal } from "./find-page.ts";
import { recurringSums, sums } from "../sums.ts";
import { groupedLines, isFirstFormat, lineWords, offerLines } from "../lines.ts";
import { facts } from "./letter-html.ts";

export interface ChainEntry {
  no: number;
  at: string;
  kind: string;
  data: unknown;
  prev_hash: string;
  hash: string;
  /** What was hashed behind the hash before. */
  text: string;
}

const parts = (text: string): PdfBlock[] => letterParts(text);

export function proposalDocument(
  shown: ShownProposal,
  chain: readonly ChainEntry[],
  logo: string | null = null,
): PdfDocument {
  const { content, decision, number } = shown;
  // What was sent before lines had their tax keeps its columns: its file is the same bytes.
  const details = !isFirstFormat(content);
  const { recurring = [], schedule = [] } = content;
  const table = (of: Pick<ProposalContent, "items" | "totals">): PdfBlock => {
    const { head, lines } = offerLines(of, { taxes: details });
    return {
      kind: "lines",
      head,
      rows: groupedLines(lines, content.groups).flatMap((line) =>
        "group" in line
          ? [{ title: line.group.title, text: "One of these", cells: head.slice(1).map(() => ""), muted: false }]
          : [
              {
                title: line.item.title,
                text: lineWords(line.item),
                cells: line.cells,
                muted: !line.item.selected,
              },
            ],
      ),
    };
  };
  const accepted = decision?.kind === "accepted";
  const draft = shown.state === "draft";
  const blocks: PdfBlock[] = [
    ...(logo ? [{ kind: "logo", src: logo } as const] : []),
    { kind: "title", text: content.title || "Proposal" },
    { kind: "facts", facts: facts(shown) },
    ...(content.intro ? [{ kind: "lead", text: content.intro } as const] : []),
    ...parts(content.body),
    { kind: "heading", text: "What you get" },
    ...(content.items.length > 0
      ? [table(content), { kind: "totals", rows: sums(content, { bases: details }) } as const]
      : []),
    ...recurring.flatMap((each): PdfBlock[] => [
      { kind: "heading", text: `What recurs, ${everyWords(each.every_months)}` },
      table(each),
      { kind: "totals", rows: recurringSums(each, content.tax_note) },
    ]),
    ...(schedule.length > 0
      ? [
          { kind: "heading", text: "Payments" } as const,
          {
            kind: "rows",
            rows: schedule.map((part) => ({
              title: part.label,
              text: dueWords(part),
              value: exactMoney(part.amount_minor ?? 0, content.parties.currency),
            })),
          } as const,
        ]
      : []),
    ...(content.dates.length > 0
      ? [
          { kind: "heading", text: "When" } as const,
          {
            kind: "rows",
            rows: content.dates.map(({ day, title, text }) => ({ title, text, value: weekdayWords(day) })),
          } as const,
        ]
      : []),
    ...parts(content.terms),
    { kind: "text", text: [content.parties.from, content.parties.house].filter(Boolean).join("\n") },
    ...(accepted
      ? [
          {
            kind: "signature",
            name: decision.typed_name ?? "",
            text: `${content.consent}\nAccepted on ${decision.local} (${content.parties.timezone}). Reference ${decision.reference}.`,
          } as const,
        ]
      : []),
    {
      kind: "note",
      text: draft
        ? "A draft: it was not sent, and cannot be accepted."
        : `SHA-256 of what is printed here: ${shown.sha256}. The file proposal.json inside this PDF has that hash. ${
            accepted
              ? "A simple electronic signature: name, time and content are kept as evidence. It is not a qualified electronic signature."
              : ""
          }`,
    },
  ];
  return {
    title: `${number}: ${content.title}`,
    author: content.parties.house || "Proposal",
    mark: `${content.parties.house} · Proposal ${number}${draft ? " · Draft" : `, version ${shown.version}`}`,
    foot: `Proposal ${number}${accepted ? ", accepted" : draft ? ", draft" : ""}`,
    // Fixed for what is fixed: the same document gives the same bytes.
    date: decision?.decided_at ?? `${shown.sent_on ?? "2000-01-01"}T00:00:00Z`,
    blocks,
    files: draft
      ? []
      : [
          { name: "proposal.json", type: "application/json", text: shown.canonical },
          ...(decision
            ? [
                { name: "decision.json", type: "application/json", text: decision.canonical },
                { name: "events.json", type: "application/json", text: JSON.stringify(chain) },
              ]
            : []),
        ],
  };
}

/** The chain up to the answer: what happens afterwards, such as another look at the page, changes no byte. */
async function chainOf(sql: Sql, shown: ShownProposal): Promise<ChainEntry[]> {
  if (!shown.decision) return [];
  return sql<ChainEntry[]>`
    select no, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, kind, data, prev_hash, hash,
      jsonb_build_object('proposal', proposal_id, 'no', no, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'kind', kind, 'data', data)::text as text
    from public.proposal_events
    where proposal_id = ${shown.id} and no <= (select max(no) from public.proposal_events
      where proposal_id = ${shown.id} and kind = ${shown.decision.kind})
    order by no`;
}

export async function makeProposalPdf(
  { sql, pdf }: { sql: Sql; pdf: MakePdf },
  shown: ShownProposal,
): Promise<Uint8Array> {
  // A signed one keeps the logo that it was first made with.
  const [kept] = shown.decision
    ? await sql<{ logo: string | null }[]>`
        select logo from private.proposal_files where proposal_id = ${shown.id} and version_no = ${shown.version} and signed`
    : [];
  const { logo } = kept ?? (await readFirm(sql));
  const bytes = await pdf(proposalDocument(shown, await chainOf(sql, shown), logo));
  if (!shown.decision || kept) return bytes;
  const hash = createHash("sha256").update(bytes).digest("hex");
  const { count } = await sql`
    insert into private.proposal_files (proposal_id, version_no, signed, sha256, logo)
    values (${shown.id}, ${shown.version}, true, ${hash}, ${logo}) on conflict do nothing`;
  return count > 0 ? bytes : makeProposalPdf({ sql, pdf }, shown);
}
