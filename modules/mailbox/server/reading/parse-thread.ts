// The thread in which everything that strangers wrote is parsed: it may end over a message without taking the server along.
import { parentPort } from "node:worker_threads";
import { type RawHeaders, readHeaders } from "./headers.ts";
import { readBounce, readCalendar } from "./reports.ts";
import { decodePart, type PartBytes, readWords } from "./words.ts";

export type ParseTask =
  | { task: "headers"; messages: RawHeaders[] }
  | { task: "words"; plain: PartBytes | null; html: PartBytes | null }
  | { task: "bounce"; status: PartBytes; original: PartBytes | null }
  | { task: "calendar"; parts: PartBytes[] };

async function done(task: ParseTask): Promise<unknown> {
  switch (task.task) {
    case "headers":
      return Promise.all(task.messages.map(readHeaders));
    case "words":
      return readWords(task.plain, task.html);
    case "bounce":
      return readBounce(await decodePart(task.status), task.original ? await decodePart(task.original) : "");
    case "calendar":
      return (await Promise.all(task.parts.map(decodePart))).flatMap(readCalendar);
  }
}

parentPort?.on("message", (task: ParseTask) => {
  done(task).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    (answer) => parentPort?.postMessage({ answer }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    () => parentPort?.postMessage({ failed: true }),
  );
});
