// Files of invoices and the work that waits; rates; the preview of a draft; a question to the Union's service about a VAT id.
import { currentTime } from "#domain/clock.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { gateClosed } from "#server/platform/outbox/gate-closed.ts";
import { makePdf } from "#server/platform/pdf/pdf.ts";
import type { PdfDocument } from "#server/platform/pdf/pdf-document.ts";
import { NoRatesFile, maxRatesBytes } from "#server/platform/rates/ecb-file.ts";
import { nightlyRates, takeRates } from "#server/platform/rates/take-rates.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { clientSection } from "./server/client-section.ts";
import { makeXml, type MakeXml } from "./server/e-invoice.ts";
import { draftDocument, invoiceDocument, type PrintedDraft } from "./server/invoice-document.ts";
import { invoiceFilesJob, printed } from "./server/invoice-files.ts";
import { lateFeesJob } from "./server/late-fees.ts";
import { askVies, type AskVies } from "./server/vies.ts";
import { looksLikeVatId } from "./vat-id.ts";

export interface InvoicesParts {
  now?: () => Date;
  xml?: MakeXml;
  vies?: AskVies;
  ratesAddress?: string;
}
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const serverWith = ({
  now = currentTime,
  xml = makeXml,
  vies = askVies,
  ratesAddress,
}: InvoicesParts = {}): ModuleServer => ({
  open({ sql, env, jobs, storage }, { admin, clients }) {
    clients.add(clientSection(storage));
    const publishing = env.AUTO_PUBLISH ?? null;
    jobs.add(invoiceFilesJob({ sql, storage, pdf: makePdf, xml, now }));
    jobs.add(lateFeesJob(sql, now));
    jobs.add(nightlyRates({ sql, publishing, now, ...(ratesAddress && { address: ratesAddress }) }));

    /** A draft as it would be issued today, or what was issued. */
    const documentOf = async (id: string): Promise<PdfDocument | null> => {
      if (!uuid.test(id)) return null;
      const [row] = await sql<{ draft: PrintedDraft | null; today: string; logo: string | null }[]>`
        select private.draft_record(${id}) as draft, public.office_today()::text as today, (select logo from public.firm) as logo`;
      if (row?.draft) return draftDocument(row.draft, row.today, row.logo);
      const bill = await printed(sql, id);
      return bill && invoiceDocument(bill);
    };
    admin.route("GET", "/:id/preview.pdf", { may: ["invoices read"], takes: "nothing" }, async (c) => {
      const document = await documentOf(c.req.param("id") ?? "");
      if (!document) return c.json({ message: "This invoice no longer exists." }, 404);
      return new Response(Buffer.from(await makePdf(document)), {
        headers: { "Content-Type": "application/pdf", "Cache-Control": "no-store" },
      });
    });
    admin.route("GET", "/:id/paper", { may: ["invoices read"], takes: "nothing" }, async (c) => {
      const document = await documentOf(c.req.param("id") ?? "");
      return document
        ? c.json({ language: document.language, blocks: document.blocks })
        : c.json({ message: "This invoice no longer exists." }, 404);
    });

    admin.route("GET", "/:id/files/:kind", { may: ["invoices read"], takes: "nothing" }, async (c) => {
      const [file] = await sql<{ file_id: string; number: string }[]>`
        select file_id, number from public.invoice_files join public.invoices on invoices.id = invoice_id
        where invoice_id = ${uuid.test(c.req.param("id") ?? "") ? c.req.param("id")! : null} and kind = ${c.req.param("kind") ?? ""} and file_id is not null`;
      if (!file) return c.json({ message: "This file is not there yet." }, 404);
      const isPdf = c.req.param("kind") === "pdf";
      return new Response(new Uint8Array(await collect(await storage.read(file.file_id))), {
        headers: {
          "Content-Type": isPdf ? "application/pdf" : "application/xml",
          "Content-Disposition": contentDisposition(
            isPdf ? "inline" : "attachment",
            `${file.number}.${isPdf ? "pdf" : "xml"}`,
          ),
          "Cache-Control": "no-store",
        },
      });
    });

    admin.route("POST", "/rates", { may: ["office edit"], takes: "text", maxBytes: maxRatesBytes }, async (c) => {
      try {
        return c.json(await takeRates(sql, await c.req.text()));
      } catch (error) {
        if (!(error instanceof NoRatesFile) && (error as { code?: string }).code !== "23514") throw error;
        return c.json({ message: (error as Error).message }, 422);
      }
    });

    admin.route("POST", "/vat-id", { may: ["invoices edit"], takes: "json", maxBytes: 1024 }, async (c) => {
      const { vat_id: given } = await c.req.json<{ vat_id?: unknown }>();
      const vatId = typeof given === "string" ? given.toUpperCase().replaceAll(/[^A-Z0-9]/g, "") : "";
      const problem = looksLikeVatId(vatId);
      if (problem) return c.json({ message: problem }, 422);
      const closed = await gateClosed(sql, publishing);
      if (closed)
        return c.json(
          {
            message:
              closed === "safe"
                ? "Nothing is asked outside in the safe mode. The number itself is well formed."
                : "Sending is paused, and so are questions to others.",
          },
          403,
        );
      return c.json({ vat_id: vatId, answer: await vies(vatId) });
    });
  },
});

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

export const server: ModuleServer = serverWith();
