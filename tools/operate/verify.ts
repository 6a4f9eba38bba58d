// `npm run verify -- proposal P-2026-001` recomputes hash and chain of a proposal from the database and from its PDF;
// `npm run verify -- FILE` those in a PDF alone, without a database: for whoever was given one.
import { readFile } from "node:fs/promises";
import { findPage, isShown } from "../../modules/proposals/server/find-page.ts";
import { type Check, verifyPdf } from "../../modules/proposals/server/verify-pdf.ts";
import { makeProposalPdf } from "../../modules/proposals/server/proposal-pdf.ts";
import { joinDatabase } from "../../server/platform/database/database.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { createPdf } from "../../server/platform/pdf/pdf.ts";
import { operatorCommand, requireDatabase } from "./operator-command.ts";

const usage = `Usage:
  npm run verify -- proposal P-2026-001   from the database, and from the PDF made of it
  npm run verify -- FILE.pdf              from a PDF alone`;

function report(name: string, checks: readonly Check[]) {
  for (const { what, ok, stored, computed, differs } of checks) {
    console.log(`${ok ? "holds" : "DIFFERS"}  ${what}`);
    if (!ok)
      console.log(
        `         kept ${stored ?? "nothing"}\n         computed ${computed ?? "nothing"}${differs?.length ? `\n         in: ${differs.join(", ")}` : ""}`,
      );
  }
  const broken = checks.filter(({ ok }) => !ok).length;
  console.log(broken === 0 ? `${name}: everything holds.` : `${name}: ${broken} of ${checks.length} differ.`);
  if (broken > 0) process.exitCode = 1;
}

const [what, number, ...rest] = process.argv.slice(2);
if (what !== undefined && what !== "proposal" && number === undefined) {
  const bytes = await readFile(what).catch(() => null);
  if (bytes) report(what, verifyPdf(bytes));
  else {
    console.error(`There is no file "${what}".`);
    process.exitCode = 1;
  }
} else
  await operatorCommand(async (env, log) => {
    if (what !== "proposal" || number === undefined || rest.length > 0) throw new OperatorError(usage);
    requireDatabase(env);
    const { sql, close } = await joinDatabase(env, log);
    const pdf = createPdf();
    try {
      const [row] = await sql<{ id: string; proof: { checks: Check[] } }[]>`
        select id, private.verify_proposal(id) as proof from public.proposals where number = ${number}`;
      if (!row) throw new OperatorError(`There is no proposal ${number}.`);
      const shown = await findPage(sql, row.id, { at: new Date() });
      const fromPdf = shown && isShown(shown) ? verifyPdf(await makeProposalPdf({ sql, pdf }, shown)) : [];
      const [file] = await sql<{ sha256: string }[]>`
        select sha256 from private.proposal_files where proposal_id = ${row.id} and signed order by made_at limit 1`;
      const same: Check[] =
        file && shown && isShown(shown) && shown.decision
          ? [
              {
                what: "the PDF is the same as when it was first made",
                ok: file.sha256 === (await sha256Of(await makeProposalPdf({ sql, pdf }, shown))),
                stored: file.sha256,
                computed: null,
              },
            ]
          : [];
      report(number, [...row.proof.checks, ...fromPdf, ...same]);
    } finally {
      await pdf.close();
      await close();
    }
  });

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const { createHash } = await import("node:crypto");
  return createHash("sha256").update(bytes).digest("hex");
}
