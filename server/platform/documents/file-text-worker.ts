// The thread that reads the words of files: it may end over one of them without taking the server along.
import { parentPort } from "node:worker_threads";
import { textOf } from "./file-text.ts";

parentPort?.on("message", (bytes: Uint8Array) => {
  textOf(bytes).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (text) => parentPort?.postMessage({ text }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    () => parentPort?.postMessage({ text: null }),
  );
});
