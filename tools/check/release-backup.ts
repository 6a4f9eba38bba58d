// `npm run generate -- release-backup`: the demo's rows, and some in every table it leaves empty, as a backup of this version. Kept in
// the repository when the version is released: later releases are tested with it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import packageJson from "../../package.json" with { type: "json" };
import { readEnv } from "../../server/env.ts";
import { writeBackup } from "../../server/platform/database/backup.ts";
import { openDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { watchSettings } from "../../server/platform/live-settings.ts";
import { openSealing } from "../../server/platform/sealed.ts";
import { fillSampleFirm } from "../../server/sample-firm/sample-firm.ts";
import { ensureAdministrator } from "../../server/supabase/auth/admin/administrators.ts";
import { createKeys, keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { fillWithDemo, switchEverythingOn } from "../operate/demo-everything.ts";
import { newPassword } from "../operate/new-password.ts";

const folder = "server/platform/database/releases";

export async function writeReleaseBackup(file = path.join(folder, `${packageJson.version}.backup`)): Promise<void> {
  const log = pino({ level: "warn" });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-release-"));
  const env = readEnv({ DATA_DIR: dataDir });
  const database = await openDatabase(env, log);
  try {
    const { sql } = database;
    await migrate(sql, log);
    await createKeys(env, sql, log);
    await ensureAdministrator(sql, "noor@guidevane.example", newPassword());
    await fillWithDemo(sql, env);
    // With no module on, the sample is companies and people alone.
    await sql`update public.modules set live = false`;
    await fillSampleFirm(sql);
    await switchEverythingOn(sql);
    const settings = await watchSettings({ sql, env, sealing: await openSealing(env) });
    await settings.paste("SMTP_URL", "smtp://mail.norrfall.example", null);
    settings.stop();
    await sql.unsafe(readFileSync(path.join(folder, "more-rows.sql"), "utf8"));
    // Without a provider, mail waits here.
    mkdirSync(path.join(dataDir, "outbox"), { recursive: true });
    writeFileSync(path.join(dataDir, "outbox/1.eml"), "To: ada@norrfall.example\r\nSubject: Sign in\r\n\r\nHello\r\n");
    const { rows, files } = await writeBackup({ sql, keys: await keyStoreFor(env, sql).read(), dataDir }, file);
    console.log(`${file}: ${rows} rows, ${files} files.`);
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
