// Per-caller concurrency limit: whoever sends slow requests waits for their own, and others do not. Callers without any role
// share one connection, so that however many of them there are, people with a role never wait for them.
import type { Caller } from "#server/supabase/caller.ts";
import { tooManyRequests } from "./rest-error.ts";

/** More than a page of the back office ever asks at once. */
const maxWaiting = 50;
/** For all who share a connection. */
const maxWaitingTogether = 500;

export interface CallerShare {
  /** Runs the work when it is the caller's turn; refuses when too many of theirs wait already. */
  run<T>(caller: Caller, isTrusted: boolean, work: () => Promise<T>): Promise<T>;
}

interface Turns {
  running: number;
  /** By caller; they take turns, so that many requests of one do not keep another waiting. */
  waiting: Map<string, (() => void)[]>;
}

export function createCallerShare(maxRunning: number): CallerShare {
  const byShare = new Map<string, Turns>();

  async function takeTurn(key: string, most: number, of: string): Promise<Turns> {
    let turns = byShare.get(key);
    if (!turns) byShare.set(key, (turns = { running: 0, waiting: new Map() }));
    if (turns.running < most) {
      turns.running += 1;
      return turns;
    }
    const { waiting } = turns;
    const own = waiting.get(of) ?? [];
    if (own.length >= maxWaiting || countWaiting(waiting) >= maxWaitingTogether) throw tooManyRequests();
    await new Promise<void>((resolve) => {
      own.push(resolve);
      waiting.set(of, own);
    });
    return turns;
  }

  function endTurn(key: string, turns: Turns): void {
    const [next] = turns.waiting;
    if (next) return handOn(turns, ...next);
    turns.running -= 1;
    if (turns.running === 0) byShare.delete(key);
    return undefined;
  }

  return {
    async run(caller, isTrusted, work) {
      if (caller.role === "service_role") return work();
      // Visitors are one caller: there is nothing they may read.
      const of = caller.userId ?? caller.role;
      const key = isTrusted ? of : "without a role";
      const turns = await takeTurn(key, isTrusted ? maxRunning : 1, of);
      try {
        return await work();
      } finally {
        endTurn(key, turns);
      }
    },
  };
}

/** The turn goes to the caller who has waited longest; what else they wait for comes after the others. */
function handOn({ waiting }: Turns, of: string, queue: (() => void)[]): void {
  waiting.delete(of);
  const start = queue.shift();
  if (queue.length > 0) waiting.set(of, queue);
  start?.();
}

function countWaiting(waiting: Turns["waiting"]): number {
  let count = 0;
  for (const queue of waiting.values()) count += queue.length;
  return count;
}
