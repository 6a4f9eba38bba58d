// A file of 1 GB goes up in parts and comes down again: how fast, and how much more memory the server takes. `-- MB` measures smaller.
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { startServer } from "../../e2e/start-server.ts";
import { asAdministrator } from "../../tools/fault-tests/as-administrator.ts";
import { json, part, uploaderOf } from "../../tools/fault-tests/upload-parts.ts";
import { record, table } from "../record.ts";

const megabytes = Number(process.argv[2] ?? 1024);
const megabyte = 1024 * 1024;
/** What the server may take more than before, at its highest. */
const budgetMb = 100;

const server = await startServer({
  MODULES: "documents",
  LOG_LEVEL: "silent",
  DOCUMENT_MAX_MB: String(Math.max(megabytes, 50)),
});
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
let highest = 0;
const watch = setInterval(() => (highest = Math.max(highest, memory())), 50);
let failed = true;
try {
  const client = await asAdministrator(server);
  const { data: account } = await client.from("accounts").insert({ name: "Bench" }).select("id").single();
  const { data: folder } = await client.rpc("open_folder", { account: account!.id as string });
  const uploader = await uploaderOf(server.url, client);
  const up = async (size: number) => {
    const announced = json({ folderId: folder as string, fileName: "large.bin", size });
    const { id, partBytes } = (await (await uploader.call("/uploads", announced))!.json()) as {
      id: string;
      partBytes: number;
    };
    const hash = createHash("sha256");
    for (let at = 0; at < size; at += partBytes) {
      const bytes = randomBytes(Math.min(partBytes, size - at));
      hash.update(bytes);
      const answer = await uploader.call(`/uploads/${id}`, part(bytes, at));
      if (!answer?.ok) throw new Error(`the server answered ${answer?.status}`);
    }
    const filed = await uploader.call(`/uploads/${id}/finish`, json({}));
    return { ...((await filed!.json()) as { versionId: string }), sha256: hash.digest("hex") };
  };
  await up(32 * megabyte); // Code and buffers are there.
  const before = memory();
  highest = before;
  const started = performance.now();
  const { versionId, sha256 } = await up(megabytes * megabyte);
  const seconds = (performance.now() - started) / 1000;
  const highestUp = highest;
  highest = memory();
  const down = performance.now();
  const content = await uploader.call(`/versions/${versionId}/content`);
  const hash = createHash("sha256");
  for await (const piece of content!.body!) hash.update(piece as Uint8Array);
  const downSeconds = (performance.now() - down) / 1000;
  const same = hash.digest("hex") === sha256;
  failed = !same || highestUp - before > budgetMb || highest - before > budgetMb;
  record(
    "A large document",
    "npm run bench -- documents",
    `A file of ${megabytes} MB in parts of 4 MB, over HTTP on this machine, hashed and synced on the way; then down again${same ? ", byte for byte the same" : ", **NOT the same**"}.
The budget is ${budgetMb} MB more memory than before.

${table(
  ["", "seconds", "MB/s", "memory before, MB", "at its highest, MB", "more, MB"],
  [
    [
      "up",
      seconds.toFixed(1),
      (megabytes / seconds).toFixed(0),
      before.toFixed(0),
      highestUp.toFixed(0),
      (highestUp - before).toFixed(0),
    ],
    [
      "down",
      downSeconds.toFixed(1),
      (megabytes / downSeconds).toFixed(0),
      before.toFixed(0),
      highest.toFixed(0),
      (highest - before).toFixed(0),
    ],
  ],
)}`,
  );
} finally {
  clearInterval(watch);
  await server.stop();
}
process.exit(failed ? 1 : 0);
