// The thread that reads calendar entries: a rule that takes for ever takes this thread and not the server.
import { parentPort } from "node:worker_threads";
import { type BusyRules, busyTimes } from "./busy-times.ts";

const port = parentPort;
port?.on("message", ({ ics, rules }: { ics: string; rules: BusyRules }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
  port.postMessage(busyTimes(ics, rules));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
port?.postMessage("ready");
