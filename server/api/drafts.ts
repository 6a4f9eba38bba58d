// /api/drafts: briefs written as PDF and Markdown into the drafts folder, listed, and handed out as downloads.
import { Readable } from "node:stream";
import { Hono } from "hono";
import { z } from "zod";
import { type Brief, briefAsMarkdown } from "#domain/brief.ts";
import type { AppEnv } from "../app.ts";
import { contentDisposition } from "../platform/safe-text.ts";
import { listDrafts, openDraft } from "./draft-files.ts";
import type { BriefPdf } from "./brief-pdf.ts";
import { ExportRefused, exportFiles } from "./export-files.ts";

const text = (most: number) => z.string().max(most);
const brief: z.ZodType<Brief> = z.object({
  title: text(300).min(1),
  facts: z.array(z.object({ label: text(200), value: text(5000) })).max(100),
  sections: z
    .array(z.object({ heading: text(200), lines: z.array(text(50_000)).max(5000), list: z.boolean().optional() }))
    .max(50),
}) as z.ZodType<Brief>;
const draftBody = z.object({ asset: text(500).min(1), brief });

export function draftRoutes({ dataDir, briefPdf }: { dataDir: string; briefPdf: BriefPdf }): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();

  routes.get("/", async (c) => c.json(await listDrafts(dataDir, c.req.query("asset"))));

  routes.get("/:id", async (c) => {
    const draft = await openDraft(dataDir, c.req.param("id"));
    if (!draft) return c.json({ code: 404, message: "This draft no longer exists" }, 404);
    return new Response(Readable.toWeb(draft.handle.createReadStream()) as ReadableStream, {
      headers: {
        "Content-Type": draft.type,
        "Content-Length": String(draft.bytes),
        "Content-Disposition": contentDisposition("attachment", draft.name),
        "Cache-Control": "no-store",
      },
    });
  });

  routes.post("/", async (c) => {
    const parsed = draftBody.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) throw new ExportRefused(400, "Send an asset and its brief");
    const { asset, brief: content } = parsed.data;
    const files = { ".pdf": await briefPdf(content), ".md": briefAsMarkdown(content) };
    const paths = await exportFiles({ dataDir, folder: "drafts", asset, name: `${content.title} brief`, files });
    const { drafts } = await listDrafts(dataDir, asset);
    return c.json({ drafts: paths.flatMap((path) => drafts.find((draft) => draft.path === path) ?? []) }, 201);
  });

  return routes;
}
