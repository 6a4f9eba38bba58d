// Processor time of a process and everything it started. Linux tells it in /proc; elsewhere it is not measured.
import { readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

interface Process {
  parent: number;
  seconds: number;
  /** Of its children that have ended: without it, a backend that ends would take its time away. */
  ended: number;
}

function processes(): Map<number, Process> {
  const found = new Map<number, Process>();
  let names: string[];
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return found;
  }
  for (const name of names) {
    try {
      const text = readFileSync(`/proc/${name}/stat`, "utf8");
      // The command's name stands in brackets and may hold anything.
      const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
      found.set(Number(name), {
        parent: Number(fields[1]),
        seconds: (user + system) / ticksPerSecond,
        ended: (endedUser + endedSystem) / ticksPerSecond,
      });
    } catch {
      // It ended in the meantime.
    }
  }
  return found;
}

/** Seconds so far: the process itself, and its children together. Null where the system does not say. */
export function cpuSeconds(pid: number): { own: number; children: number } | null {
  const all = processes();
  const own = all.get(pid);
  if (!own) return null;
  const isBelow = (id: number): boolean => {
    const parent = all.get(id)?.parent ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  let children = own.ended;
  for (const [id, { seconds, ended }] of all) if (id !== pid && isBelow(id)) children += seconds + ended;
  return { own: own.seconds, children };
}

/** What was used between two looks. Time never runs backwards: a figure that does is refused. */
export function usedBetween(before: ReturnType<typeof cpuSeconds>, after: ReturnType<typeof cpuSeconds>) {
  if (!before || !after) return null;
  const used = { own: after.own - before.own, children: after.children - before.children };
  if (used.own < 0 || used.children < 0)
    throw new Error(`A processor time of ${Math.min(used.own, used.children)} s cannot be`);
  return used;
}
