import { expect, test, vi } from "vitest";
import type { Caller } from "#server/supabase/caller.ts";
import { createCallerConcurrency } from "./caller-concurrency.ts";

const member = (userId: string): Caller => ({ role: "authenticated", claims: {}, userId, sessionId: null });

/** Work that ends when it is told to, and says whether it has begun. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const state = { begun: false, end: () => end() };
  return Object.assign(state, {
    work: () => {
      state.begun = true;
      return ended;
    },
  });
}

test("a caller's third request waits for one of the first two, another caller's does not", async () => {
  const share = createCallerConcurrency(2);
  const [first, second, third, other] = [held(), held(), held(), held()];
  const ada = member("ada");
  const running = [first, second, third].map(({ work }) => share.run(ada, true, work));
  const others = share.run(member("bo"), true, other.work);
  await Promise.resolve();
  expect([first, second, third, other].map(({ begun }) => begun)).toEqual([true, true, false, true]);
  second.end();
  await running[1];
  await expect.poll(() => third.begun).toBe(true);
  for (const { end } of [first, third, other]) end();
  await Promise.all([...running, others]);
});

test("a failure gives the turn back", async () => {
  const share = createCallerConcurrency(1);
  await expect(share.run(member("ada"), true, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(share.run(member("ada"), true, () => Promise.resolve(1))).resolves.toBe(1);
});

test("deals 6: a hundred requests of ten sessions of one person all run, a few at a time", async () => {
  const share = createCallerConcurrency(5);
  let running = 0;
  let most = 0;
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, place) =>
      share.run(member("ada"), true, async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return place;
      }),
    ),
  );
  expect(answers).toHaveLength(100);
  expect(most).toBe(5);
});

test("a request that waits too long is refused, and told when to try again; the secret key never is", async () => {
  vi.useFakeTimers();
  try {
    const share = createCallerConcurrency(1);
    const slow = held();
    const first = share.run(member("ada"), true, slow.work);
    const waits = share.run(member("ada"), true, slow.work);
    const refused = expect(waits).rejects.toMatchObject({ status: 429, headers: { "retry-after": "1" } });
    await vi.advanceTimersByTimeAsync(20_000);
    await refused;
    await expect(share.run({ ...member("key"), role: "service_role" }, true, () => Promise.resolve(1))).resolves.toBe(
      1,
    );
    // What was refused has left the queue: the next turn is the next request's.
    const next = share.run(member("ada"), true, () => Promise.resolve("mine"));
    slow.end();
    await first;
    await expect(next).resolves.toBe("mine");
  } finally {
    vi.useRealTimers();
  }
});

test("a queue that never moves does not grow for ever", async () => {
  const share = createCallerConcurrency(1);
  const slow = held();
  const many = Array.from({ length: 2_001 }, () => share.run(member("ada"), true, slow.work));
  await expect(share.run(member("ada"), true, slow.work)).rejects.toMatchObject({ status: 429 });
  slow.end();
  await Promise.all(many);
});

test("all callers without a role share one turn, in which each waits for one request of another", async () => {
  const share = createCallerConcurrency(2);
  const order: string[] = [];
  const first = held();
  const running = [share.run(member("mo"), false, first.work)];
  const ask = (who: string) =>
    running.push(
      share.run(member(who), false, () => {
        order.push(who);
        return Promise.resolve();
      }),
    );
  for (const who of ["mo", "mo", "mo", "ann"]) ask(who);
  const administrator = held();
  const others = share.run(member("ada"), true, administrator.work);
  await Promise.resolve();
  expect([order, administrator.begun]).toEqual([[], true]);
  first.end();
  await Promise.all(running);
  expect(order).toEqual(["mo", "ann", "mo", "mo"]);
  administrator.end();
  await others;
});

test("one caller without a role who has too many waiting is refused, the next one is not", async () => {
  const share = createCallerConcurrency(2);
  const slow = held();
  const many = Array.from({ length: 51 }, () => share.run(member("mo"), false, slow.work));
  await expect(share.run(member("mo"), false, slow.work)).rejects.toMatchObject({ status: 429 });
  const other = share.run(member("ann"), false, slow.work);
  slow.end();
  await Promise.all([...many, other]);
});
