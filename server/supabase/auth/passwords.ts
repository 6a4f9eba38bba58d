// bcrypt on low-priority worker threads, a few at a time, so that a flood of sign-ins cannot slow the pages down.
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { AuthError } from "./auth-error.ts";
import { commonPasswords } from "./common-passwords.ts";
import type { PasswordJob } from "./password-worker.ts";

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a stored hash as with one. */
  matches(password: string, stored: string | null): Promise<boolean>;
  /** Refuses with 429, after a pause, when so many wait that one more would wait too long. Asked before any other work. */
  requireCapacity(): Promise<void>;
  /** Throws weak_password. */
  requireStrength(password: string): void;
  close(): Promise<void>;
}

/** Anyone who would wait longer than this is asked to come back instead; a few may always wait, however slow the machine. */
const maxWait = 4_000;
const mayAlwaysWait = 16;
const maxWaiting = 256;
const refusalDelay = 1_000;
const maxPausing = 1_000;
const busy = () =>
  new AuthError(429, "over_request_rate_limit", "Too many sign-ins at once, please try again", { retryAfter: 2 });

interface Waiting {
  job: PasswordJob;
  resolve: (value: string | boolean) => void;
  reject: (reason: Error) => void;
  startedAt: number;
}

/** What tests replace: the threads that hash, the time a job takes, and the pause of who is refused. */
interface Surroundings {
  startThread: () => Pick<Worker, "on" | "unref" | "postMessage" | "terminate">;
  milliseconds: () => number;
  pause: (milliseconds: number) => Promise<unknown>;
}

const realSurroundings: Surroundings = {
  startThread: () => new Worker(new URL("./password-worker.ts", import.meta.url)),
  milliseconds: () => performance.now(),
  pause: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
};

export function createPasswords(
  { cost = 10, ...rules }: { minLength: number; refuseCommon: boolean; cost?: number },
  { startThread, milliseconds, pause }: Surroundings = realSurroundings,
): Passwords {
  const maxThreads = Math.min(4, Math.max(1, availableParallelism() - 1));
  type Thread = ReturnType<typeof startThread>;
  const idle: Thread[] = [];
  const workers = new Map<Thread, Waiting | null>();
  const queue: Waiting[] = [];
  let decoy: Promise<string> | undefined;
  let pausing = 0;
  /** What one job takes, learned as we go; the machine may be fast, slow or busy. */
  let usual = 60;

  function start(): Thread {
    const worker = startThread();
    workers.set(worker, null);
    worker.unref();
    worker.on("message", (answer: { value?: string | boolean; error?: string }) => {
      const current = workers.get(worker);
      if (current) usual = usual * 0.8 + (milliseconds() - current.startedAt) * 0.2;
      workers.set(worker, null);
      idle.push(worker);
      if (answer.value !== undefined) current?.resolve(answer.value);
      else current?.reject(new Error(answer.error));
      pump();
    });
    worker.on("error", (error) => {
      workers.get(worker)?.reject(error instanceof Error ? error : new Error("password worker failed"));
      workers.delete(worker);
      pump();
    });
    return worker;
  }

  function pump() {
    while (queue.length > 0) {
      const worker = idle.pop() ?? (workers.size < maxThreads ? start() : undefined);
      if (!worker) return;
      const next = queue.shift()!;
      next.startedAt = milliseconds();
      workers.set(worker, next);
      worker.postMessage(next.job, []);
    }
  }

  const isFull = () =>
    queue.length >= maxWaiting || (queue.length >= mayAlwaysWait && (queue.length / maxThreads) * usual > maxWait);

  async function run(job: PasswordJob): Promise<string | boolean> {
    if (isFull()) throw busy();
    return new Promise((resolve, reject) => {
      queue.push({ job, resolve, reject, startedAt: 0 });
      pump();
    });
  }

  const hash = async (password: string) => String(await run({ password, cost }));

  /** What passwords of unknown accounts are compared with: made once, and again where making it was refused. */
  function decoyHash(): Promise<string> {
    if (decoy) return decoy;
    decoy = hash(crypto.randomUUID());
    decoy.catch(() => (decoy = undefined));
    return decoy;
  }

  return {
    hash,
    async requireCapacity() {
      if (!isFull()) return;
      // A flood asks again as soon as it is answered: a late answer slows it down and costs us only a timer.
      if (pausing < maxPausing) {
        pausing += 1;
        await pause(refusalDelay);
        pausing -= 1;
      }
      throw busy();
    },
    async matches(password, stored) {
      const standIn = decoyHash();
      const against = stored?.startsWith("$2") ? stored : await standIn;
      const same = (await run({ password, stored: against })) === true;
      return same && against === stored;
    },
    requireStrength(password) {
      const reasons: string[] = [];
      const messages: string[] = [];
      if ([...password].length < rules.minLength) {
        reasons.push("length");
        messages.push(`Password should be at least ${rules.minLength} characters.`);
      }
      if (Buffer.byteLength(password) > 72) {
        throw new AuthError(422, "validation_failed", "Password cannot be longer than 72 characters");
      }
      if (rules.refuseCommon && commonPasswords.has(password.toLowerCase())) {
        reasons.push("pwned");
        messages.push("Password is known to be weak and easy to guess, please choose a different one.");
      }
      if (reasons.length > 0) throw new AuthError(422, "weak_password", messages.join(" "), { reasons });
    },
    async close() {
      await Promise.all([...workers.keys()].map((worker) => worker.terminate()));
      workers.clear();
      idle.length = 0;
      for (const waiting of queue.splice(0)) waiting.reject(busy());
    },
  };
}
