// Runs after `npm ci`: one line of the PostgreSQL driver (postgres 3.4.9). When a connection closes while a write is waiting for
// its turn, the driver cancels the write but remembers it as waiting: that place in the pool never sends anything again, and
// every request that meets it fails after the connect timeout. See docs/decisions/032-driver-repairs.md.
import { readFileSync, renameSync, writeFileSync } from "node:fs";

const wrong = "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)";
const right =
  "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)";

for (const file of ["node_modules/postgres/src/connection.js", "node_modules/postgres/cjs/src/connection.js"]) {
  const text = readFileSync(file, "utf8");
  if (text.includes(right)) continue;
  if (!text.includes(wrong)) {
    console.error(
      `${file} is not as scripts/patch-postgres.mjs expects it. Has postgres been updated? Then see whether`,
    );
    console.error(
      "the repair is still needed (server/backend/rest/outage.test.ts tells) and change or remove the script.",
    );
    process.exit(1);
  }
  // A new file in its place: the old one may be shared with other copies of node_modules.
  writeFileSync(`${file}.new`, text.replace(wrong, right));
  renameSync(`${file}.new`, file);
}
