// One bcrypt at a time, in a thread that yields to everything else.
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/bcrypt";

/** Make a hash, or compare with a stored one. */
export type PasswordJob = { password: string } & ({ cost: number } | { stored: string });

// On Linux this lowers the calling thread alone; elsewhere it would lower the whole process.
// A little is enough: much more, and a sign-in would starve beside any other busy program.
if (process.platform === "linux") setPriority(Math.min(19, getPriority() + 4));

parentPort?.on("message", ({ password, ...job }: PasswordJob) => {
  try {
    const value = "stored" in job ? verifySync(password, job.stored) : hashSync(password, job.cost);
    parentPort?.postMessage({ value }, []);
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : "bcrypt failed" }, []);
  }
});
