// kill -9 at every step of an upload: all of it is there afterwards, or nothing is. Longer and over HTTP: npm run fault-test -- documents
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { createStorage } from "#server/platform/storage/storage.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { documentSite } from "../testing/document-site.ts";

const { sql, connection } = await testDatabase();
const site = await documentSite(sql);
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));
const size = 60_000;

/** Runs an upload in its own process and ends it when it is at `step`. */
async function killedAt(step: string, folderId: string): Promise<string> {
  const { host, user, database } = connection;
  const program = path.join(import.meta.dirname, "../testing/uploading-process.ts");
  const child = spawn(process.execPath, [program, host, user, database, site.dataDir, folderId, step, String(size)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let id = "";
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith("id ")) id = line.slice(3);
    if (line === step) break;
  }
  child.kill("SIGKILL");
  await once(child, "exit");
  return id;
}

test("documents 1: killed at any step, an upload is there whole or not at all, and what is left is swept after a day", async () => {
  const { folderId } = await site.account("Killed");
  const steps = ["begun", "half", "received", "measured", "renamed", "filed"];
  const ids: Record<string, string> = {};
  for (const step of steps) ids[step] = await killedAt(step, folderId);

  const versions = await sql<{ id: string; file_name: string; sha256: string }[]>`
    select version.id, file_name, version.sha256 from public.document_versions as version join private.files on files.id = file_id
    where version.state = 'ready' and files.state = 'ready'`;
  expect(versions.map(({ file_name }) => file_name)).toEqual(["filed.bin"]);
  const content = await site.asAdmin(`/versions/${versions[0]!.id}/content`);
  expect(
    createHash("sha256")
      .update(Buffer.from(await content.arrayBuffer()))
      .digest("hex"),
  ).toBe(versions[0]!.sha256);
  expect(versions[0]!.sha256).toBe(hashOfPieces("filed"));
  const [unready] =
    await sql`select count(*)::int as count from private.files where state = 'ready' and id not in (select file_id from public.document_versions)`;
  expect(unready).toEqual({ count: 0 });

  // The server is there again: what was surely received is continued, the rest comes again.
  const received = async (step: string) =>
    ((await (await site.asAdmin(`/uploads/${ids[step]}`)).json()) as { received: number }).received;
  expect(await received("begun")).toBe(0);
  expect(await received("half")).toBe(0);
  expect(await received("received")).toBe(size);
  expect(await received("measured")).toBe(size);
  expect(await received("renamed")).toBe(0);
  expect((await site.asAdmin(`/uploads/${ids.filed}`)).status).toBe(404);
  const finished = await site.post(`/uploads/${ids.received}/finish`, {});
  expect(finished.status).toBe(201);
  const pieces = Buffer.concat(Array.from({ length: size / 10_000 }, () => Buffer.alloc(10_000, "half")));
  await site.send(ids.half!, 0, pieces);
  expect((await site.post(`/uploads/${ids.half}/finish`, {})).status).toBe(201);

  // Bytes that had their place before the row had: kept as unconfirmed, and gone a day later.
  const [orphan] = await sql<{ id: string }[]>`select id from private.files where state = 'pending'`;
  expect(orphan).toBeDefined();
  await sql`update private.files set created_at = created_at - interval '25 hours' where id = ${orphan!.id}`;
  const sweep = createStorage(readEnv({ DATA_DIR: site.dataDir }), sql).cleanUp;
  expect(await sweep.findDue(10)).toEqual([orphan!.id]);
  await sweep.run(orphan!.id, AbortSignal.abort());
  expect([...(await sql`select id from private.files where state <> 'ready'`)]).toEqual([]);
});

const hashOfPieces = (step: string) => {
  const hash = createHash("sha256");
  for (let at = 0; at < size; at += 10_000) hash.update(Buffer.alloc(10_000, step));
  return hash.digest("hex");
};
