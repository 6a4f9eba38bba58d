// Files of issued invoices, made by the worker: once, kept with their hash, the same bytes if a worker dies in between. What cannot be made
// is a task for a person; the invoice stands.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { invoiceDocument, type PrintedInvoice } from "./invoice-document.ts";
import type { MakeXml } from "./e-invoice.ts";
import { withXml } from "./factur-x.ts";

interface Parts {
  sql: Sql;
  storage: Storage;
  pdf: MakePdf;
  xml: MakeXml;
  now: () => Date;
}
const maxBytes = 20 * 1024 * 1024;

export async function printed(sql: Sql, invoice: string): Promise<PrintedInvoice | null> {
  const [row] = await sql<{ bill: PrintedInvoice | null; logo: string | null }[]>`
    select private.invoice_for_files(${invoice}) as bill, (select logo from public.firm) as logo`;
  return row?.bill ? { ...row.bill, logo: row.logo } : null;
}

export function invoiceFilesJob({ sql, storage, pdf, xml, now }: Parts): JobKind {
  return {
    name: "invoice-files",
    concurrency: 2,
    wokenBy: { channel: "invoice_files", key: "new" },
    async findDue(limit) {
      const rows = await sql<{ id: string }[]>`
        select distinct invoice_id as id from public.invoice_files where file_id is null and next_try_at <= ${now()} limit ${limit}`;
      return rows.map(({ id }) => id);
    },
    async run(key) {
      if (key === "new") {
        for (const id of await this.findDue(20)) await this.run(id, new AbortController().signal);
        return;
      }
      const claimed = await sql<
        { kind: "pdf" | "xml" }[]
      >`select kind from private.claim_invoice_files(${key}, ${now()}) order by kind desc`;
      const bill = claimed.length > 0 ? await printed(sql, key) : null;
      if (!bill) return;
      // Asked for once, and used for the file and for what is inside the PDF.
      let content: Promise<string> | null = null;
      const xmlText = () => (content ??= xml(bill));
      for (const { kind } of claimed) {
        try {
          const bytes = kind === "xml" ? new TextEncoder().encode(await xmlText()) : await pdfOf(bill, pdf, xmlText);
          const file = await storage.put(Readable.from([bytes]), maxBytes);
          const hash = createHash("sha256").update(bytes).digest("hex");
          await sql.begin(async (tx) => {
            const [kept] = await tx<
              { kept: boolean }[]
            >`select private.keep_invoice_file(${key}, ${kind}, ${file.id}, ${hash}, ${bytes.length}, ${now()}) as kept`;
            if (kept?.kept) await storage.confirm(file.id, tx);
          });
        } catch (error) {
          await sql`select private.invoice_file_failed(${key}, ${kind}, ${(error as Error).message}, ${now()})`;
        }
      }
    },
  };
}

async function pdfOf(bill: PrintedInvoice, pdf: MakePdf, xmlText: () => Promise<string>): Promise<Uint8Array> {
  if (bill.format !== "facturx") return pdf(invoiceDocument(bill));
  // Where the XML cannot be made, the PDF is a plain one: the reason stands with the XML.
  const inside = await xmlText().catch(() => null);
  if (inside === null) return pdf(invoiceDocument(bill));
  return withXml(await pdf({ ...invoiceDocument(bill), archival: true }), inside, `${bill.issued_on}T00:00:00Z`);
}
