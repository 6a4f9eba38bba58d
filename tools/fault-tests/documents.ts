// Twenty kills of the server by -9 amid uploads, each continued after the start: every document whole, none half, none twice.
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../e2e/start-server.ts";
import { asAdministrator } from "./as-administrator.ts";
import { findings } from "./findings.ts";
import { json, part, uploaderOf, type Uploader } from "./upload-parts.ts";

const rounds = 20;
const partBytes = 256 * 1024;
const { expectThat, note, finish } = findings(
  "documents",
  `${rounds} uploads of 4 MB; the server is killed with -9 at a random moment of each, started again, and the upload goes on.`,
);

/** Sends what is missing and finishes; null when the server went away in the meantime. */
async function goOn(uploader: Uploader, id: string, bytes: Buffer): Promise<{ versionId: string } | null> {
  const known = await uploader.call(`/uploads/${id}`);
  if (known === null) return null;
  if (known.status !== 404) {
    let { received } = (await known.json()) as { received: number };
    while (received < bytes.length) {
      const answer = await uploader.call(
        `/uploads/${id}`,
        part(bytes.subarray(received, received + partBytes), received),
      );
      if (answer === null) return null;
      ({ received } = (await answer.json()) as { received: number });
    }
  }
  const finished = await uploader.call(`/uploads/${id}/finish`, json({}));
  return finished?.ok ? ((await finished.json().catch(() => null)) as { versionId: string } | null) : null;
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-fault-test-"));
const start = () =>
  startServer({ DATA_DIR: dataDir, MODULES: "documents", LOG_LEVEL: "silent", DOCUMENT_MAX_MB: "50" });
let server = await start();
try {
  const client = await asAdministrator(server);
  const { data: account } = await client.from("accounts").insert({ name: "Drill" }).select("id").single();
  const { data: folder } = await client.rpc("open_folder", { account: account!.id as string });
  let killed = 0;
  const wanted = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1) {
    const bytes = randomBytes(4 * 1024 * 1024);
    let uploader = await uploaderOf(server.url, await asAdministrator(server));
    const announced = json({ folderId: folder as string, fileName: `round ${round}.bin`, size: bytes.length });
    const begun = await uploader.call("/uploads", announced);
    const { id } = (await begun!.json()) as { id: string };
    const sending = goOn(uploader, id, bytes);
    await sleep(Math.random() * 250);
    process.kill(server.pid, "SIGKILL");
    await server.exited;
    killed += (await sending) === null ? 1 : 0;
    server = await start();
    uploader = await uploaderOf(server.url, await asAdministrator(server));
    const done = await goOn(uploader, id, bytes);
    if (done) wanted.set(done.versionId, createHash("sha256").update(bytes).digest("hex"));
  }
  note(`${killed} of ${rounds} uploads were cut by the kill`);
  const uploader = await uploaderOf(server.url, await asAdministrator(server));
  let right = 0;
  for (const [versionId, sha256] of wanted) {
    const content = await uploader.call(`/versions/${versionId}/content`);
    const hash = createHash("sha256")
      .update(Buffer.from(await content!.arrayBuffer()))
      .digest("hex");
    if (hash === sha256) right += 1;
  }
  const admin = await asAdministrator(server);
  const { count } = await admin.from("document_versions").select("id", { count: "exact", head: true });
  expectThat(`${right} of ${rounds} uploads are whole in the end`, right === rounds);
  expectThat(`there are ${count} versions, one for each upload`, count === rounds);
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
finish();
