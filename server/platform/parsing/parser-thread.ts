// Where text and files of strangers are parsed: never on the main thread. A thread for each kind of parser, with a limit of processor
// time and of memory for each task. A task that passes its limit, or of which the thread dies, fails alone; the next gets a new thread.
import { Worker } from "node:worker_threads";
import { workLimit } from "../pdf/work-limit.ts";
import type { TaskAnswer, Tasks } from "./answer-tasks.ts";

interface ParserThreadOptions {
  /** What the thread runs: a file that calls answerTasks. */
  program: URL;
  /** Of the processor's time, for one task. */
  seconds: number;
  memoryMb: number;
  /** How long the thread waits for the next task before it ends. */
  idleSeconds?: number;
}

export interface ParserThread<All extends Tasks> {
  /**
   * `origin`: whose text it is, such as a mailbox, a calendar or a person. Of each origin one task at most waits for the thread, so that
   * one who sends much keeps another waiting for one task and not for all. What `moved` names is no longer the caller's.
   */
  ask<Name extends keyof All & string>(
    origin: string,
    name: Name,
    given: Parameters<All[Name]>[0],
    options?: { moved?: ArrayBuffer[] },
  ): Promise<Awaited<ReturnType<All[Name]>>>;
  close(): Promise<void>;
}

/** The parser said that it cannot read this. */
export class NotParsed extends Error {}

export function createParserThread<All extends Tasks>({
  program,
  seconds,
  memoryMb,
  idleSeconds = 60,
}: ParserThreadOptions): ParserThread<All> {
  let thread: { worker: Worker; ready: Promise<unknown> } | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const ofOrigin = new Map<string, Promise<unknown>>();

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    await ending?.worker.terminate();
  }

  function start(): NonNullable<typeof thread> {
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // What libraries print about a stranger's text is not for our log.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    // Also between two tasks: an error that no one listens to would end the server.
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      if (thread?.worker === worker) thread = null;
    });
    // Loading its program is not the work of a task.
    const { promise: ready, resolve, reject } = Promise.withResolvers<unknown>();
    worker.once("message", resolve).once("error", reject).once("exit", reject);
    return { worker, ready };
  }

  async function run(name: string, given: unknown, moved: ArrayBuffer[]): Promise<unknown> {
    clearTimeout(idle);
    thread ??= start();
    const { worker: working, ready } = thread;
    working.ref();
    await ready;
    const waiting = Promise.withResolvers<TaskAnswer>();
    const ended = () => waiting.reject(new Error("The parser thread ended"));
    working.once("message", waiting.resolve).once("error", waiting.reject).once("exit", ended);
    const limit = workLimit(working, { seconds, everyMs: Math.min(1000, Math.max(50, seconds * 200)) });
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
      working.postMessage({ name, given }, moved);
      const told = await Promise.race([waiting.promise, limit.over]);
      if ("failed" in told) throw new NotParsed(told.failed);
      return told.answer;
    } catch (error) {
      if (!(error instanceof NotParsed)) await end();
      throw error;
    } finally {
      limit.stop();
      working.off("message", waiting.resolve).off("error", waiting.reject).off("exit", ended);
      // Neither an idle thread nor its timer keeps the process alive.
      working.unref();
      if (thread) idle = setTimeout(() => void end(), idleSeconds * 1000).unref();
    }
  }

  function ask(origin: string, name: string, given: unknown, { moved = [] }: { moved?: ArrayBuffer[] } = {}) {
    const before = ofOrigin.get(origin) ?? Promise.resolve();
    const asked = before.then(() => {
      const turn = last.then(() => run(name, given, moved));
      last = turn.catch(() => undefined);
      return turn;
    });
    const settled: Promise<void> = asked
      .catch(() => undefined)
      .finally(() => {
        if (ofOrigin.get(origin) === settled) ofOrigin.delete(origin);
      }) as Promise<void>;
    ofOrigin.set(origin, settled);
    return asked;
  }

  return { ask: ask as ParserThread<All>["ask"], close: () => last.then(end) };
}
