import { expect, test } from "vitest";
import type { Caller } from "#server/supabase/caller.ts";
import { createCallerShare } from "./caller-share.ts";

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
  const share = createCallerShare(2);
  const [first, second, third, other] = [held(), held(), held(), held()];
  const ada = member("ada");
  const running = [first, second, third].map(({ work }) => share.run(ada, work));
  const others = share.run(member("bo"), other.work);
  await Promise.resolve();
  expect([first, second, third, other].map(({ begun }) => begun)).toEqual([true, true, false, true]);
  second.end();
  await running[1];
  await expect.poll(() => third.begun).toBe(true);
  for (const { end } of [first, third, other]) end();
  await Promise.all([...running, others]);
});

test("a failure gives the turn back", async () => {
  const share = createCallerShare(1);
  await expect(share.run(member("ada"), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(share.run(member("ada"), () => Promise.resolve(1))).resolves.toBe(1);
});

test("whoever has too many waiting is refused, and told when to try again; the secret key never is", async () => {
  const share = createCallerShare(1);
  const slow = held();
  const many = Array.from({ length: 51 }, () => share.run(member("ada"), slow.work));
  await expect(share.run(member("ada"), slow.work)).rejects.toMatchObject({
    status: 429,
    headers: { "retry-after": "1" },
  });
  await expect(share.run({ ...member("key"), role: "service_role" }, () => Promise.resolve(1))).resolves.toBe(1);
  slow.end();
  await Promise.all(many);
});
