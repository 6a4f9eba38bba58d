// Everything that can be recomputed of one proposal: from its rows, from the PDF made of them, and against the PDF first made.
import { createHash } from "node:crypto";
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import { findPage, isShown } from "./find-page.ts";
import { makeProposalPdf } from "./proposal-pdf.ts";
import { type Check, verifyPdf } from "./verify-pdf.ts";

/** Null when there is no proposal of that number. */
export async function verifyProposal(sql: Sql, pdf: MakePdf, number: string): Promise<Check[] | null> {
  const [row] = await sql<{ id: string; proof: { checks: Check[] } }[]>`
    select id, private.verify_proposal(id) as proof from public.proposals where number = ${number}`;
  if (!row) return null;
  const { checks } = row.proof;
  const shown = await findPage(sql, row.id, { at: currentTime() });
  if (!shown || !isShown(shown)) return checks;
  const bytes = await makeProposalPdf({ sql, pdf }, shown);
  const [first] = await sql<{ sha256: string }[]>`
    select sha256 from private.proposal_files where proposal_id = ${row.id} and signed order by made_at limit 1`;
  const computed = createHash("sha256").update(bytes).digest("hex");
  const same: Check[] = first
    ? [
        {
          what: "PDF: the same bytes as when it was first made",
          ok: first.sha256 === computed,
          stored: first.sha256,
          computed,
        },
      ]
    : [];
  return [...checks, ...verifyPdf(bytes), ...same];
}
