// Moves files between disk and bucket, one after the other: copied, read back and compared, then the row changes, and only then the
// first copy goes. Stopped or killed at any point it is simply run again.
import { createHash } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";
import { type FilePlace, FileMissing } from "./file-place.ts";

interface MoveParts {
  sql: Sql;
  placeOf(name: string): FilePlace;
  /** After each file; false stops before the next. */
  onMoved?: (moved: number) => boolean;
}

export interface Moved {
  moved: number;
  left: number;
  /** Files that stay where they are, with the reason. */
  refused: { id: string; reason: string }[];
}

interface Row {
  id: string;
  key: string;
  sha256: string;
}

export async function moveFiles({ sql, placeOf, onMoved = () => true }: MoveParts, to: "disk" | "s3"): Promise<Moved> {
  const from = to === "disk" ? "s3" : "disk";
  const source = placeOf(from);
  const target = placeOf(to);
  await removeLeftCopies(sql, placeOf);
  const refused: Moved["refused"] = [];
  let moved = 0;
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const [row] = await sql<Row[]>`
      update private.files set also_in = ${to} where id = (
        select id from private.files where place = ${from} and state = 'ready' and id > ${last} order by id limit 1)
      returning id, key, encode(sha256, 'hex') as sha256`;
    if (!row) break;
    last = row.id;
    const reason = await copy(row, source, target);
    if (reason !== null) {
      refused.push({ id: row.id, reason });
      await target.remove(row.key);
      await sql`update private.files set also_in = null where id = ${row.id} and place = ${from}`;
      continue;
    }
    const changed = await sql`
      update private.files set place = ${to}, also_in = ${from} where id = ${row.id} and place = ${from} and state = 'ready' returning id`;
    // Deleted in the meantime: the clean-up removes both copies.
    if (changed.length > 0) {
      await source.remove(row.key);
      await sql`update private.files set also_in = null where id = ${row.id}`;
      moved += 1;
    }
    if (!onMoved(moved)) break;
  }
  const [rest] = await sql<{ left: number }[]>`
    select count(*)::int as left from private.files where place = ${from} and state = 'ready'`;
  return { moved, left: rest!.left, refused };
}

async function copy({ key, sha256 }: Row, source: FilePlace, target: FilePlace): Promise<string | null> {
  try {
    await target.write(key, await source.read(key));
  } catch (error) {
    if (error instanceof FileMissing) return "its bytes are missing";
    throw error;
  }
  const hash = createHash("sha256");
  for await (const piece of await target.read(key)) hash.update(piece as Buffer);
  return hash.digest("hex") === sha256 ? null : "its bytes are not those that were kept";
}

/** What an earlier run had not come to. */
async function removeLeftCopies(sql: Sql, placeOf: MoveParts["placeOf"]): Promise<void> {
  const rows = await sql<{ id: string; key: string; also_in: string }[]>`
    select id, key, also_in from private.files where also_in is not null`;
  for (const { id, key, also_in } of rows) {
    await placeOf(also_in).remove(key);
    await sql`update private.files set also_in = null where id = ${id} and also_in = ${also_in}`;
  }
}
