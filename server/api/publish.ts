// A file for the published folder. Whether publishing is on at all is asked before, by the gate of the outbox while that module is on.
import { type GateReason, gateSentence } from "#domain/gate-reasons.ts";
import { currentTime } from "#domain/clock.ts";
import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import type { Sql } from "#server/platform/database/sql.ts";
import { officeToday } from "#server/platform/office.ts";
import { isLive } from "#server/platform/module-switches.ts";
import type { Gate } from "#server/platform/outbox/hand-over.ts";
import { PermanentFailure, type Provider } from "#server/platform/outbox/outgoing.ts";
import { exportFiles, ExportRefused } from "./export-files.ts";

const file = z.object({ name: z.string().min(1).max(500), text: z.string().min(1) });
type PublishedFile = z.infer<typeof file>;
const endings = [".md", ".txt", ".csv", ".html"] as const;

function readFile(body: unknown): PublishedFile & { ending: (typeof endings)[number] } {
  const parsed = file.safeParse(body);
  if (!parsed.success) throw new ExportRefused(400, "Send a file name and its text");
  const ending = endings.find((one) => path.extname(parsed.data.name).toLowerCase() === one);
  if (!ending) throw new ExportRefused(400, `The file name must end in ${endings.join(", ")}`);
  return { ...parsed.data, ending };
}

/** Returns the path by the folder conventions, such as /GV/Published/2024-12-03/brief.md. The day is the office's. */
export async function publish(dataDir: string, date: string, body: unknown): Promise<string> {
  const { name, text, ending } = readFile(body);
  const [written = ""] = await exportFiles({
    dataDir,
    folder: "published",
    date,
    name: name.slice(0, -ending.length),
    files: { [ending]: text },
  });
  return written;
}

export const publishedFolder = (dataDir: string, sql: Sql, now = currentTime): Provider => ({
  name: "published folder",
  async deliver({ subject, text }) {
    try {
      return { providerId: await publish(dataDir, await officeToday(sql, now), { name: subject, text }) };
    } catch (error) {
      throw error instanceof ExportRefused ? new PermanentFailure(error.message, { cause: error }) : error;
    }
  },
});

export interface Publishing {
  /** The id under which the file waits, or null when nothing is kept: the module is off, or there is nothing to publish. */
  hold(kind: string, body: unknown): Promise<string | null>;
  /** The path; null when the outbox is off, and the file is to be written without it. */
  publish(kind: string, body: unknown): Promise<string | null>;
  /** The office's day. */
  today(): Promise<string>;
}

/** Longer texts than a row of the outbox takes are published without one. */
const maxKept = 50_000;

export function createPublishing(sql: Sql, gate: Gate, now = currentTime): Publishing {
  async function keep(kind: string, { name, text }: PublishedFile) {
    const content = createHash("sha256")
      .update(JSON.stringify([kind, name, text]))
      .digest("hex");
    const write = async (key: string) => {
      const message = {
        channel: "publish",
        class: "transactional",
        dedupe_key: key,
        origin_kind: "publish",
        to_address: "Published folder",
        subject: name,
        body_text: text,
      };
      const [put] = await sql<{ id: string }[]>`select private.put_in_outbox(${JSON.stringify(message)}::jsonb) as id`;
      const [row] = await sql<{ id: string; state: string; provider_id: string | null }[]>`
        select id, state, provider_id from public.outbox where id = ${put!.id}`;
      return row!;
    };
    const row = await write(`publish:${content}`);
    // What came to nothing may be tried once more, as its own row.
    return ["cancelled", "expired", "failed"].includes(row.state) ? write(`publish:${content}:${randomUUID()}`) : row;
  }
  const isKept = async ({ name, text }: PublishedFile) =>
    name.length <= 200 && text.length <= maxKept && !/\p{Cc}/u.test(name) && (await isLive(sql, "outbox"));

  return {
    today: () => officeToday(sql, now),
    async hold(kind, body) {
      const parsed = file.safeParse(body);
      if (!parsed.success || !(await isKept(parsed.data))) return null;
      return (await keep(kind, readFile(parsed.data))).id;
    },
    async publish(kind, body) {
      const read = readFile(body);
      if (!(await isKept(read))) return null;
      const row = await keep(kind, read);
      if (row.provider_id !== null) return row.provider_id;
      const handed = await gate.send(row.id);
      if (handed?.providerId !== undefined) return handed.providerId;
      if (handed?.error) throw (handed.error as Error).cause ?? handed.error;
      const [stands] = await sql<GateReason[]>`
        select gate_code, gate_detail from public.outbox where id = ${row.id}`;
      throw new ExportRefused(409, (stands && gateSentence(stands)) ?? "This is being published already");
    },
  };
}
