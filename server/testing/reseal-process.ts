// Seals everything again, on the database and with the environment it is told, until it is killed or done. After `most` rows it waits
// to be killed.
import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "#server/platform/database/sql.ts";
import { renewSealing, sealedSettings } from "#server/platform/reseal.ts";

const [connection = "{}", env = "{}", most = "Infinity"] = process.argv.slice(2);
const sql = openPool({ ...(JSON.parse(connection) as Parameters<typeof openPool>[0]), max: 2 });
process.stdout.write("ready\n");
let rows = 0;
const done = await renewSealing(
  JSON.parse(env) as Parameters<typeof renewSealing>[0],
  sql,
  [sealedSettings],
  async () => {
    if (++rows < Number(most)) return sleep(1);
    process.stdout.write("waiting\n");
    await sleep(600_000);
  },
);
process.stdout.write(`${JSON.stringify(done)}\n`);
process.exit(0);
