// POST /api/exports/list.pdf: a list as the browser shows it, laid out as a PDF. The rows come from the caller, who could read them.
import { Hono } from "hono";
import { z } from "zod";
import { site } from "#content/site.ts";
import { currentTime } from "#domain/clock.ts";
import { maxPdfColumns, maxPdfRows } from "#domain/list-pdf.ts";
import type { AppEnv } from "../app.ts";
import { colleaguesRoom, limitBody } from "../http/body-room.ts";
import type { MakePdf } from "../platform/pdf/pdf.ts";

const maxBytes = 4_000_000;
const cell = z.string().max(2000);
const list = z.object({
  title: z.string().min(1).max(100),
  sentence: z.string().max(2000),
  columns: z
    .array(z.object({ label: z.string().max(100), alignEnd: z.boolean() }))
    .min(1)
    .max(maxPdfColumns),
  rows: z.array(z.array(cell).max(maxPdfColumns)).max(maxPdfRows),
});

export function listPdfRoutes(pdf: MakePdf, now: () => Date = currentTime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const onTooLarge = () => Response.json({ code: 413, message: "This list is too long for a PDF" }, { status: 413 });
  routes.post("/list.pdf", limitBody({ maxBytes, room: colleaguesRoom, onTooLarge }), async (c) => {
    const given = list.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return c.json({ code: 400, message: "This is no list that can be printed" }, 400);
    const { title, sentence, columns, rows } = given.data;
    const name = title.charAt(0).toUpperCase() + title.slice(1);
    const bytes = await pdf({
      title: name,
      author: site.name,
      mark: site.name,
      foot: name,
      date: now().toISOString(),
      landscape: true,
      blocks: [
        { kind: "title", text: name },
        { kind: "note", text: sentence },
        { kind: "table", columns, rows },
      ],
    });
    return c.body(new Uint8Array(bytes), 200, {
      "Content-Type": "application/pdf",
      "Content-Disposition": 'attachment; filename="list.pdf"',
    });
  });
  return routes;
}
