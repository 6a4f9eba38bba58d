import { afterAll, expect, it } from "vitest";
import { createPasswords } from "./passwords.ts";

const passwords = createPasswords({ minLength: 6, refuseCommon: true });
afterAll(() => passwords.close());

it("passwords leave the main thread free while many wait, and refuse what would wait too long", async () => {
  const waiting = Array.from({ length: 400 }, () =>
    passwords.hash("flood").then(
      () => "done",
      (error: { status: number }) => error.status,
    ),
  );
  let turns = 0;
  let under = true;
  const turn = () => {
    turns += 1;
    if (under) setImmediate(turn);
  };
  turn();
  const outcomes = await Promise.all(waiting);
  under = false;
  const done = outcomes.filter((outcome) => outcome === "done").length;
  expect(done).toBeGreaterThan(15);
  expect(done).toBeLessThanOrEqual(257);
  expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(400 - done);
  // Were the hashes made on this thread, it would turn about once for each; free, it turns thousands of times.
  expect(turns).toBeGreaterThan(done * 3);
});
