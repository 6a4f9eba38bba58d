// What happens by itself: the word that a proposal has ended, and the signed PDF in the documents of the company.
import type { Sql } from "#server/platform/database/sql.ts";
import { fileDocument } from "#server/platform/documents/file-document.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { findPage, isShown } from "./find-page.ts";
import { makeProposalPdf } from "./proposal-pdf.ts";

export interface JobParts {
  sql: Sql;
  storage: Storage;
  pdf: MakePdf;
  now: () => Date;
}

export const expiryJob = ({ sql, now }: Pick<JobParts, "sql" | "now">): JobKind => ({
  name: "proposals-ended",
  concurrency: 1,
  async findDue() {
    const [due] = await sql`
      select from public.proposals
      where state in ('sent', 'viewed') and private.proposal_state(state, valid_until, timezone, ${now()}) = 'expired'
        and not exists (select from public.proposal_events as event where event.proposal_id = proposals.id and event.kind = 'expired'
          and (event.data ->> 'version')::int = proposals.current_version)
      limit 1`;
    return due ? ["ended"] : [];
  },
  async run() {
    await sql`select private.note_expired_proposals(${now()})`;
  },
});

/** Acceptance never waits for this: the PDF can be made at any time, from what was frozen. */
export const filingJob = ({ sql, storage, pdf, now }: JobParts): JobKind => ({
  name: "proposals-filed",
  concurrency: 1,
  async findDue(limit) {
    const rows = await sql<{ id: string }[]>`
      select decision.proposal_id as id from public.proposal_decisions as decision
      join public.proposals on proposals.id = decision.proposal_id
      where decision.kind = 'accepted' and proposals.anonymised_at is null and private.module_is_live('documents')
        and not exists (select from private.proposal_filings as filing where filing.proposal_id = decision.proposal_id)
      order by decision.decided_at limit ${limit}`;
    return rows.map(({ id }) => id);
  },
  async run(id) {
    const shown = await findPage(sql, id, { at: now() });
    if (!shown || !isShown(shown) || shown.decision?.kind !== "accepted") return;
    const bytes = await makeProposalPdf({ sql, pdf }, shown);
    await sql.begin(async (within) => {
      const [of] = await within<{ account_id: string; contact_id: string | null; deal_id: string | null }[]>`
        select account_id, contact_id, deal_id from public.proposals where id = ${id} for no key update`;
      const filed = await within`select from private.proposal_filings where proposal_id = ${id}`;
      if (!of || filed.length > 0) return;
      const { documentId } = await fileDocument(
        { sql, storage },
        {
          accountId: of.account_id,
          folder: "proposals",
          fileName: `${shown.number} signed.pdf`,
          bytes,
          origin: { kind: "proposal", id },
          readOnly: true,
          contactId: of.contact_id,
          dealId: of.deal_id,
        },
        within,
      );
      await within`insert into private.proposal_filings (proposal_id, document_id, filed_at) values (${id}, ${documentId}, ${now()})`;
    });
  },
});
