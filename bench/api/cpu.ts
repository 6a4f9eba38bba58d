// Processor time of a process and everything it started. Linux tells it in /proc; elsewhere it is not measured.
import { readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

interface Process {
  parent: number;
  seconds: number;
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
      const [user, system] = [Number(fields[11]), Number(fields[12])];
      found.set(Number(name), { parent: Number(fields[1]), seconds: (user + system) / ticksPerSecond });
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
  let children = 0;
  for (const [id, { seconds }] of all) if (id !== pid && isBelow(id)) children += seconds;
  return { own: own.seconds, children };
}
