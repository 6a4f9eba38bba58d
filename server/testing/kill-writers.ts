// Ends the server's process or its PostgreSQL by force amid acknowledged writes, and counts what is missing afterwards.
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";

const program = path.join(import.meta.dirname, "writing-process.ts");
const writesPerRound = 200;

export interface Writer {
  process: ChildProcess;
  postgresPid: Promise<number>;
  kept: Set<number>;
  written: Promise<void>;
  exited: Promise<string>;
  onKept(listener: (howMany: number) => void): void;
}

export function startWriter(dataDir: string, from = 0, count = 0): Writer {
  const child = spawn(process.execPath, [program, dataDir, String(from), String(count)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const kept = new Set<number>();
  const listeners: ((howMany: number) => void)[] = [];
  const exited = new Promise<string>((resolve) => {
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}: ${complaint}`));
  });
  const pid = Promise.withResolvers<number>();
  const written = Promise.withResolvers<void>();
  void exited.then((how) => pid.reject(new Error(`The writer ended before it was ready (${how})`)));
  void exited.then((how) => written.reject(new Error(`The writer ended (${how})`)));
  written.promise.catch(() => undefined); // Expected when the fault test kills the writer.
  createInterface(child.stdout).on("line", (line) => {
    const [word, number] = line.split(" ");
    if (word === "postgres") pid.resolve(Number(number));
    if (word === "written") written.resolve();
    if (word === "kept") {
      kept.add(Number(number));
      for (const listener of listeners) listener(kept.size);
    }
  });
  return {
    process: child,
    postgresPid: pid.promise,
    kept,
    written: written.promise,
    exited,
    onKept(listener) {
      listeners.push(listener);
      // Several may have come before anyone listened.
      listener(kept.size);
    },
  };
}

export async function stopWriter(writer: Writer): Promise<void> {
  writer.process.kill("SIGTERM");
  await writer.exited;
}

/** Every write acknowledged in these rounds; the caller opens the directory and looks for them. */
export async function killDrill(dataDir: string, rounds: number, say: (line: string) => void): Promise<Set<number>> {
  const acknowledged = new Set<number>();
  for (let round = 0; round < rounds; round += 1) {
    const target = round % 2 === 0 ? "server" : "postgres";
    const killAfter = 10 + Math.floor(Math.random() * 170);
    const started = performance.now();
    const writer = startWriter(dataDir, round * writesPerRound, writesPerRound);
    const postgresPid = await writer.postgresPid;
    const ready = performance.now() - started;
    await new Promise<void>((resolve) => {
      writer.onKept((howMany) => howMany >= killAfter && resolve());
      void writer.exited.then(() => resolve());
    });
    process.kill(target === "server" ? (writer.process.pid ?? 0) : postgresPid, "SIGKILL");
    // A killed PostgreSQL must come back by itself, and the same server must finish its writes.
    if (target === "postgres") await writer.written;
    writer.process.kill("SIGKILL");
    await writer.exited;
    for (const number of writer.kept) acknowledged.add(number);
    say(
      `round ${round + 1}: ready in ${ready.toFixed(0)} ms, ${target} killed after ${killAfter} writes, ${writer.kept.size} acknowledged`,
    );
  }
  return acknowledged;
}
