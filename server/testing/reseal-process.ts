// Seals everything again, on the database and with the environment it is told, until it is killed or done.
import { setTimeout as sleep } from "node:timers/promises";
import { openPool } from "#server/platform/database/sql.ts";
import { renewSealing, sealedSettings } from "#server/platform/reseal.ts";

const [connection = "{}", env = "{}"] = process.argv.slice(2);
const sql = openPool({ ...(JSON.parse(connection) as Parameters<typeof openPool>[0]), max: 2 });
process.stdout.write("ready\n");
const done = await renewSealing(JSON.parse(env) as Parameters<typeof renewSealing>[0], sql, [sealedSettings], () =>
  sleep(1),
);
process.stdout.write(`${JSON.stringify(done)}\n`);
process.exit(0);
