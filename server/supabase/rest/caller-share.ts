// One caller may hold only a share of the connections: whoever sends slow requests waits for their own, and others do not.
import type { Caller } from "#server/supabase/caller.ts";
import { tooManyRequests } from "./rest-error.ts";

/**
 * What a caller has in flight is limited, and the rest waits: many sessions of one person at work are no attack. These two
 * only keep a queue that never moves from growing for ever.
 */
const maxWaiting = 2_000;
const maxWaitMs = 20_000;

export interface CallerShare {
  /** Runs the work once fewer than `maxRunning` of the same caller's are running; refuses what has waited for too long. */
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
}

interface Turns {
  running: number;
  waiting: (() => void)[];
}

export function createCallerShare(maxRunning: number): CallerShare {
  const byCaller = new Map<string, Turns>();

  async function takeTurn(key: string): Promise<Turns> {
    let turns = byCaller.get(key);
    if (!turns) byCaller.set(key, (turns = { running: 0, waiting: [] }));
    if (turns.running < maxRunning) {
      turns.running += 1;
      return turns;
    }
    if (turns.waiting.length >= maxWaiting) throw tooManyRequests();
    const { waiting } = turns;
    await new Promise<void>((resolve, reject) => {
      const giveUp = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(tooManyRequests());
      }, maxWaitMs);
      const begin = () => {
        clearTimeout(giveUp);
        resolve();
      };
      waiting.push(begin);
    });
    return turns;
  }

  function endTurn(key: string, turns: Turns): void {
    const next = turns.waiting.shift();
    if (next) return next(); // The turn is handed on.
    turns.running -= 1;
    if (turns.running === 0) byCaller.delete(key);
    return undefined;
  }

  return {
    async run(caller, work) {
      if (caller.role === "service_role") return work();
      // Visitors are one caller: there is nothing they may read.
      const key = caller.userId ?? caller.role;
      const turns = await takeTurn(key);
      try {
        return await work();
      } finally {
        endTurn(key, turns);
      }
    },
  };
}
