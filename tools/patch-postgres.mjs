// Runs after `npm ci`: four places of the PostgreSQL driver (postgres 3.4.9). See docs/decisions/032-driver-repairs.md.
import { readFileSync, renameSync, writeFileSync } from "node:fs";

const connection = [
  // When a connection closes while a write is waiting for its turn, the driver cancels the write but remembers it as
  // waiting: that place in the pool never sends anything again, and every request that meets it fails after the timeout.
  {
    wrong: "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)",
    right:
      "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)",
  },
  // A question put to a connection between its error and its end is never sent and never refused: it waits for ever, and
  // after the reconnection everything behind it does too.
  {
    wrong: "    !hadError && (query || sent.length) && error(",
    right: "    ;((!hadError && query) || sent.length) && error(",
  },
  // A connection that is lost while it asks for the array types rejects a promise nobody holds, which ends the process.
  // The pool hears of the loss anyway.
  { wrong: "        return fetchArrayTypes()\n", right: "        return fetchArrayTypes().catch(() => {})\n" },
];

const query = [
  // A function written straight into a property is made in V8's old space, once per question here: each one keeps its
  // question and its answer, rows and all, until the next full collection, and full collections come much more often.
  {
    wrong:
      "    this.resolve = x => (this.active = false, resolve(x))\n    this.reject = x => (this.active = false, reject(x))",
    right:
      "    const settle = fn => x => (this.active = false, fn(x))\n    this.resolve = settle(resolve)\n    this.reject = settle(reject)",
  },
];

const folders = ["node_modules/postgres/src", "node_modules/postgres/cjs/src"];
const work = folders.flatMap((folder) => [
  { file: `${folder}/connection.js`, repairs: connection },
  { file: `${folder}/query.js`, repairs: query },
]);

for (const { file, repairs } of work) {
  const before = readFileSync(file, "utf8");
  let text = before;
  for (const { wrong, right } of repairs) {
    if (text.includes(right)) continue;
    if (!text.includes(wrong)) {
      console.error(
        `${file} is not as tools/patch-postgres.mjs expects it. Has postgres been updated? Then see whether`,
      );
      console.error(
        "the repairs are still needed (server/supabase/rest/outage.test.ts tells) and change or remove the script.",
      );
      process.exit(1);
    }
    text = text.replace(wrong, right);
  }
  if (text === before) continue;
  // A new file in its place: the old one may be shared with other copies of node_modules.
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
