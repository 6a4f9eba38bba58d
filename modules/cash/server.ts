// Files that leave: a client's statement, and what an accountant takes along, read as one moment saw it. Files of the bank that come in.
import { isDay } from "#domain/days.ts";
import { asCaller } from "#server/platform/as-caller.ts";
import { readFirm } from "#server/platform/firm.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { makePdf } from "#server/platform/pdf/pdf.ts";
import { accountantFiles, datevWish } from "./server/accountant.ts";
import { bankRoutes } from "./server/bank/bank-routes.ts";
import { statementCsv, type StatementFacts, statementPdf } from "./server/statement-files.ts";
import { zip } from "./server/zip.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxDays = 3700;

/** Two days in their order, or null. */
function daysIn(query: (name: string) => string | undefined): { from: string; to: string } | null {
  const [from = "", to = ""] = [query("from"), query("to")];
  if (!isDay(from) || !isDay(to) || to < from) return null;
  return (Date.parse(to) - Date.parse(from)) / 86_400_000 > maxDays ? null : { from, to };
}

export const server: ModuleServer = {
  open({ sql, storage }, { admin }) {
    bankRoutes(sql, admin);
    // The audit log is told by the server, before anything leaves: whoever asks for a file without our screen is in it, too.
    const noteExport = (headers: Headers, what: string) =>
      asCaller(sql, headers, (tx) => tx`select public.note_export('cash', ${what}, 1)`);

    for (const kind of ["pdf", "csv"] as const)
      admin.route("GET", `/statement.${kind}`, { may: ["cash export", "crm read"], takes: "nothing" }, async (c) => {
        const days = daysIn((name) => c.req.query(name));
        const account = c.req.query("account") ?? "";
        if (!days || !uuid.test(account)) return c.json({ message: "Say whose statement, and of which days." }, 422);
        const [row] = await sql<{ facts: StatementFacts | null }[]>`
          select private.statement_of(${account}, ${days.from}, ${days.to}) as facts`;
        if (!row?.facts) return c.json({ message: "This company no longer exists." }, 404);
        await noteExport(c.req.raw.headers, `statement of ${row.facts.name}`);
        const headers = {
          "Cache-Control": "no-store",
          "Content-Disposition": `attachment; filename="statement.${kind}"`,
        };
        return kind === "csv"
          ? new Response(statementCsv(row.facts), {
              headers: { ...headers, "Content-Type": "text/csv; charset=utf-8" },
            })
          : new Response(Buffer.from(await makePdf(statementPdf(row.facts, await readFirm(sql)))), {
              headers: { ...headers, "Content-Type": "application/pdf" },
            });
      });

    admin.route("GET", "/export.zip", { may: ["cash export"], takes: "nothing" }, async (c) => {
      const days = daysIn((name) => c.req.query(name));
      if (!days) return c.json({ message: "Say of which days." }, 422);
      const problem = (await datevWish(sql, days))?.problem;
      if (problem) return c.json({ message: problem }, 422);
      await noteExport(c.req.raw.headers, `accountant's files of ${days.from} to ${days.to}`);
      const packed = new TransformStream<Uint8Array, Uint8Array>();
      const writer = packed.writable.getWriter();
      // One transaction that only reads: an invoice that is issued meanwhile is in none of the files.
      void sql
        .begin("isolation level repeatable read read only", async (tx) => {
          for await (const piece of zip(accountantFiles(tx, storage, days), days.to)) {
            await writer.ready;
            await writer.write(piece);
          }
        })
        // A break in the middle is seen by whoever saves it; nothing half passes for whole, as the directory is last.
        .then(() => writer.close())
        .catch((error: unknown) => writer.abort(error).catch(() => undefined));
      return new Response(packed.readable, {
        headers: {
          "Content-Type": "application/zip",
          "Cache-Control": "no-store",
          "Content-Disposition": `attachment; filename="accountant-${days.from}-${days.to}.zip"`,
        },
      });
    });
  },
};
