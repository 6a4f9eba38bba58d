// Per-caller concurrency limit: anyone who sends slow requests waits for their own, and others do not. Callers without any role
// share one connection, so that however many of them there are, people with a role never wait for them.
import type { Caller } from "#server/supabase/caller.ts";
import { tooManyRequests } from "./rest-error.ts";

/**
 * What a caller has in flight is limited, and the rest waits: many sessions of one person at work are no attack. These
 * only keep a queue that never moves from growing for ever.
 */
const maxWaiting = 2_000;
const maxWaitMs = 20_000;
/** For all who share a connection, and for one of them. */
const maxWaitingTogether = 500;
const maxWaitingOfOne = 50;

export interface CallerConcurrency {
  /** Runs the work when it is the caller's turn; refuses what has waited for too long. */
  run<T>(caller: Caller, isTrusted: boolean, work: () => Promise<T>): Promise<T>;
}

interface Turns {
  running: number;
  /** By caller; they take turns, so that many requests of one do not keep another waiting. */
  waiting: Map<string, (() => void)[]>;
}

export function createCallerConcurrency(maxRunning: number): CallerConcurrency {
  const byShare = new Map<string, Turns>();

  async function takeTurn(key: string, isTrusted: boolean, of: string): Promise<Turns> {
    let turns = byShare.get(key);
    if (!turns) byShare.set(key, (turns = { running: 0, waiting: new Map() }));
    if (turns.running < (isTrusted ? maxRunning : 1)) {
      turns.running += 1;
      return turns;
    }
    await waitIn(turns.waiting, of, isTrusted);
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
      const turns = await takeTurn(key, isTrusted, of);
      try {
        return await work();
      } finally {
        endTurn(key, turns);
      }
    },
  };
}

function waitIn(waiting: Turns["waiting"], of: string, isTrusted: boolean): Promise<void> {
  const own = waiting.get(of) ?? [];
  const isFull = isTrusted
    ? own.length >= maxWaiting
    : own.length >= maxWaitingOfOne || countWaiting(waiting) >= maxWaitingTogether;
  if (isFull) throw tooManyRequests();
  return new Promise<void>((resolve, reject) => {
    const giveUp = setTimeout(() => {
      own.splice(own.indexOf(start), 1);
      if (own.length === 0) waiting.delete(of);
      reject(tooManyRequests());
    }, maxWaitMs);
    const start = () => {
      clearTimeout(giveUp);
      resolve();
    };
    own.push(start);
    waiting.set(of, own);
  });
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
