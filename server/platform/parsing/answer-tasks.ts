// The other end of parser-thread.ts: what a parser's thread does with each task.
import { parentPort } from "node:worker_threads";

// oxlint-disable-next-line typescript/no-explicit-any -- each task says what it takes
export type Tasks = Record<string, (given: any) => unknown>;

export type TaskAnswer = { answer: unknown } | { failed: string };

export function answerTasks(tasks: Tasks): void {
  const post = (answer: TaskAnswer | "ready") =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
    parentPort?.postMessage(answer);
  parentPort?.on("message", ({ name, given }: { name: string; given: unknown }) => {
    Promise.resolve()
      .then(() => tasks[name]!(given))
      .then(
        (answer) => post({ answer }),
        (error: unknown) => post({ failed: error instanceof Error ? error.message : String(error) }),
      );
  });
  post("ready");
}
