// The whole process, on a database that can be taken away.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { socketIn } from "#server/platform/database/database.ts";
import { doorTo, freePort, startMain } from "./started-server.ts";
import { testDatabase } from "./test-database.ts";

export const key = "sb_secret_of_the_operator";

/** Call it at the top of a test file. */
export async function mainForTests() {
  const { connection } = await testDatabase();
  const door = await doorTo(socketIn(connection.host));
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-main-"));
  afterAll(async () => {
    await door.shut();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(settings: Record<string, string> = {}) {
    const server = startMain({
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://${connection.user}@127.0.0.1:${door.port}/${connection.database}`,
      SECRET_KEY: key,
      ...settings,
    });
    onTestFinished(() => server.stop());
    const get = async (target: string, headers: Record<string, string> = {}) => fetch(server.url + target, { headers });
    const status = async (target: string) =>
      get(target).then(
        (answer) => answer.status,
        () => 0,
      );
    return { ...server, get, status };
  }

  return { connection, door, start };
}
