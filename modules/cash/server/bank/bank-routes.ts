// A bank's file comes as its bytes, once to be looked at and once to be taken: the server keeps nothing in between.
import * as z from "zod";
import { encodings } from "#domain/decode-file.ts";
import { asCaller } from "#server/platform/as-caller.ts";
import { callerId } from "#server/platform/caller-id.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { AdminRoutes } from "#server/platform/module-routes.ts";
import { csvFields } from "../../bank/csv-columns.ts";
import type { CsvManner } from "./bank-csv.ts";
import { BankFileProblem, maxBankFileBytes } from "./bank-file.ts";
import { seeBankFile } from "./bank-reader.ts";
import type { FileChoices } from "./read-bank-file.ts";

const fields = Object.keys(csvFields) as (keyof typeof csvFields)[];
const choicesSchema = z.object({
  name: z.string().max(500),
  account: z.string().max(40).optional(),
  encoding: z.enum(encodings).optional(),
  columns: z.partialRecord(z.enum(fields), z.number().int().min(0).max(500)).optional(),
  dayOrder: z.enum(["ymd", "dmy", "mdy"]).nullish(),
  decimalMark: z.enum([",", "."]).nullish(),
});

type Context = Parameters<Parameters<AdminRoutes["route"]>[3]>[0];
const may = ["cash money"] as const;

export function bankRoutes(sql: Sql, admin: AdminRoutes): void {
  admin.route("POST", "/bank/look", { may, takes: "stream" }, (c) =>
    answer(c, async (bytes, choices) => {
      const { file, text, leftOut, csv, format, statements, lines, count } = await readFor(sql, c, bytes, choices);
      const seen =
        file === null
          ? null
          : await asCaller(sql, c.req.raw.headers, async (tx) => {
              const [row] = await tx<{ seen: { new: number[]; read_before: object | null; gaps: object[] } }[]>`
            select public.look_at_bank_file(${file}::jsonb) as seen`;
              return row!.seen;
            });
      const fresh = new Set(seen?.new);
      return {
        format,
        encoding: text.encoding,
        sure: text.sure || text.isXml,
        left_out: leftOut,
        csv,
        statements,
        lines: lines.map((line, n) => ({ ...line, is_new: fresh.has(n) })),
        count,
        added: fresh.size,
        read_before: seen?.read_before ?? null,
        gaps: seen?.gaps ?? [],
      };
    }),
  );
  admin.route("POST", "/bank/take", { may, takes: "stream" }, (c) =>
    answer(c, async (bytes, choices) => {
      const { file, csv } = await readFor(sql, c, bytes, choices);
      if (!file) throw new BankFileProblem(csv?.question ?? "The file cannot be read yet.");
      return asCaller(sql, c.req.raw.headers, async (tx) => {
        const [row] = await tx<{ taken: object }[]>`select public.take_bank_file(${file}::jsonb) as taken`;
        return row!.taken;
      });
    }),
  );
}

async function readFor(sql: Sql, c: Context, bytes: Uint8Array, choices: FileChoices) {
  const accounts = await asCaller(
    sql,
    c.req.raw.headers,
    (tx) => tx<{ account: string; currency: string }[]>`select account, currency from public.bank_accounts()`,
  );
  return seeBankFile(callerId(c.req.raw.headers) ?? "", bytes, choices, {
    accounts: accounts.map(({ account, currency }) => ({ account, currency })),
    manner: (headings) =>
      asCaller(sql, c.req.raw.headers, async (tx) => {
        const [row] = await tx<{ manner: CsvManner | null }[]>`select public.bank_file_manner(${headings}) as manner`;
        return row?.manner ?? null;
      }),
  });
}

/** Reads what was sent and says in words why it is not taken. */
async function answer(c: Context, work: (bytes: Uint8Array, choices: FileChoices) => Promise<object>) {
  let given: unknown;
  try {
    given = JSON.parse(c.req.query("how") ?? "");
  } catch {
    given = null;
  }
  const choices = choicesSchema.safeParse(given);
  if (!choices.success) return c.json({ message: "Say how the file is to be read." }, 422);
  try {
    return c.json(await work(await bytesOf(c), choices.data as FileChoices));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (error instanceof BankFileProblem || code === "23514") return c.json({ message }, 422);
    throw error;
  }
}

async function bytesOf(c: Context): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.byteLength;
    if (size > maxBankFileBytes)
      throw new BankFileProblem("The file is larger than 20 MB. Ask the bank for fewer days at once.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
