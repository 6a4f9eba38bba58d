// A process that owns a data directory and writes to it; tests and the kill fault test end it, or its PostgreSQL, by force.
// Prints "postgres PID" when ready and "kept N" for every write that was acknowledged.
import { readFileSync } from "node:fs";
import path from "node:path";
import pino from "pino";
import { isDatabaseAway } from "#server/platform/database/connection-errors.ts";
import { openDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";

const [dataDir = "", from = "0", count = "0"] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const log = pino({ level: "silent" });
const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_POOL_SIZE: 4, DATABASE_TLS: "off" }, log);
await migrate(database.sql, log);
say(`postgres ${readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]}`);

const numbers = Array.from({ length: Number(count) }, (_, index) => Number(from) + index);
const write = async (number: number): Promise<void> => {
  try {
    await database.sql`insert into public.accounts (name) values (${`write ${number}`})`;
    say(`kept ${number}`);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await write(number);
  }
};
await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) await write(number);
  }),
);
say("written");

process.once("SIGTERM", () => void database.close().then(() => process.exit(0)));
setInterval(() => {}, 1000);
