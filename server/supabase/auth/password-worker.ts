// One bcrypt at a time, in a thread that yields to everything else.
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/bcrypt";

const cost = 10;

/** Without a stored hash: make one. With: compare. */
export interface PasswordJob {
  password: string;
  stored?: string;
}

// On Linux this lowers the calling thread alone; elsewhere it would lower the whole process.
// A little is enough: much more, and a sign-in would starve beside any other busy program.
if (process.platform === "linux") setPriority(Math.min(19, getPriority() + 4));

parentPort?.on("message", ({ password, stored }: PasswordJob) => {
  try {
    parentPort?.postMessage({ value: stored ? verifySync(password, stored) : hashSync(password, cost) }, []);
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : "bcrypt failed" }, []);
  }
});
