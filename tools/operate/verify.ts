// `npm run verify -- proposal P-2026-001` recomputes hash and chain of a proposal from the database and from its PDF;
// `npm run verify -- FILE` those in a PDF alone, without a database: for anyone who was given one.
import { readFile } from "node:fs/promises";
import { type Check, verifyPdf } from "../../modules/proposals/server/verify-pdf.ts";
import { verifyProposal } from "../../modules/proposals/server/verify-proposal.ts";
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
      const checks = await verifyProposal(sql, pdf, number);
      if (!checks) throw new OperatorError(`There is no proposal ${number}.`);
      report(number, checks);
    } finally {
      await pdf.close();
      await close();
    }
  });
