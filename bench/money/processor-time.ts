import { readFileSync } from "node:fs";

/** Milliseconds that a process was on a processor. */
export const processorTime = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
