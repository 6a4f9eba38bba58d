// A process that uploads and is killed by force: by tests at a named step, so that nothing depends on how fast the machine is.
// Prints each step; with "until STEP" it stands still there and waits for its end.
import { openPool } from "#server/platform/database/sql.ts";
import { createSpool } from "#server/platform/storage/spool.ts";
import { createStorage, type StorageSettings } from "#server/platform/storage/storage.ts";
import { createUploads } from "../server/uploads.ts";

const [host = "", user = "", database = "", dataDir = "", folderId = "", step = "", size = "0"] = process.argv.slice(2);
const sql = openPool({ host, user, database, max: 2 });
const storage = createStorage({ DATA_DIR: dataDir, S3_REGION: "auto" } as StorageSettings, sql);

const reach = (name: string): Promise<void> => {
  process.stdout.write(`${name}\n`);
  return name === step ? new Promise(() => setInterval(() => {}, 1000)) : Promise.resolve();
};

const uploads = createUploads({
  sql,
  spool: createSpool(dataDir),
  storage: {
    async adopt(...given) {
      await reach("measured");
      const kept = await storage.adopt(...given);
      await reach("renamed");
      return kept;
    },
  },
  now: () => new Date(),
});

const upload = { folderId, fileName: `${step}.bin`, size: Number(size), type: null, note: null };
const id = (await uploads.start({ ...upload, documentId: null, contactId: null, dealId: null }, null))!;
process.stdout.write(`id ${id}\n`);
await reach("begun");
async function* bytes() {
  for (let at = 0; at < Number(size); at += 10_000) {
    yield Buffer.alloc(Math.min(10_000, Number(size) - at), step);
    if (at === 20_000) await reach("half");
  }
}
await uploads.append((await uploads.find(id))!, bytes());
await reach("received");
await uploads.finish((await uploads.find(id))!, { as: "separate" }, null);
await reach("filed");
await sql.end({ timeout: 1 });
