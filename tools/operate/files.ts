// `npm run admin -- files move disk|s3`: brings all files to the other place, also while the server runs. Stop it with Ctrl+C and run it
// again: it continues.
import { joinDatabase } from "../../server/platform/database/database.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { moveFiles } from "../../server/platform/storage/move-files.ts";
import { createStorage } from "../../server/platform/storage/storage.ts";
import { operatorCommand, requireDatabase } from "./operator-command.ts";

await operatorCommand(async (env, log) => {
  const [what, to, ...rest] = process.argv.slice(2);
  if (what !== "move" || (to !== "disk" && to !== "s3") || rest.length > 0)
    throw new OperatorError("Usage: npm run admin -- files move disk, or npm run admin -- files move s3");
  requireDatabase(env);
  if (!env.S3_ENDPOINT)
    throw new OperatorError("Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY of the bucket.");
  const database = await joinDatabase(env, log);
  let stopped = false;
  // Ctrl+C comes twice: from the terminal, and passed on by npm.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (stopped = true));
  try {
    const storage = createStorage(env, database.sql);
    const trouble = await storage.placeOf(to).trouble();
    if (trouble) throw new OperatorError(trouble);
    const { moved, left, refused } = await moveFiles(
      {
        sql: database.sql,
        placeOf: storage.placeOf,
        onMoved: (count) => {
          if (count % 100 === 0) console.log(`  ${count} files moved`);
          return !stopped;
        },
      },
      to,
    );
    for (const { id, reason } of refused) console.error(`  ${id} stays where it is: ${reason}`);
    console.log(`${moved} files moved to ${to === "s3" ? "the bucket" : "the disk"}, ${left} left.`);
    if (stopped && left > 0) console.log("Stopped. Run it again to go on.");
    if (to === "disk" && left === 0) console.log("Take S3_ENDPOINT away, so that new files are kept on the disk too.");
    if (refused.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
