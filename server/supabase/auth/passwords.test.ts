import { performance } from "node:perf_hooks";
import { afterAll, describe, expect, it } from "vitest";
import { createPasswords } from "./passwords.ts";

const passwords = createPasswords({ minLength: 6, refuseCommon: true });
afterAll(() => passwords.close());

describe("passwords", () => {
  it("are stored as bcrypt of cost 10, and match only themselves", async () => {
    const stored = await passwords.hash("right password");
    expect(stored).toMatch(/^\$2[aby]\$10\$/);
    expect(await passwords.matches("right password", stored)).toBe(true);
    expect(await passwords.matches("right passwore", stored)).toBe(false);
    for (const nothing of [null, "", "plain"]) expect(await passwords.matches("right password", nothing)).toBe(false);
  });

  it("are compared even where there is nothing to compare with", async () => {
    const stored = await passwords.hash("right password");
    await passwords.matches("warm up", null);
    const time = async (hash: string | null) => {
      const times = [];
      for (let count = 0; count < 7; count += 1) {
        const start = performance.now();
        await passwords.matches("wrong password", hash);
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[3]!;
    };
    expect((await time(null)) / (await time(stored))).toBeGreaterThan(0.5);
  });

  it("are compared again after a flood that came before the first comparison", async () => {
    const fresh = createPasswords({ minLength: 6, refuseCommon: true });
    for (let count = 0; count < 300; count += 1) fresh.hash("flood").catch(() => undefined);
    const anyHash = `$2b$10$${"a".repeat(53)}`;
    // Neither may leave a rejection behind that nobody catches: it would end the server.
    await expect(fresh.matches("right password", anyHash)).rejects.toMatchObject({ status: 429 });
    await expect(fresh.matches("right password", null)).rejects.toMatchObject({ status: 429 });
    await fresh.close(); // Nobody waits any more.
    expect(await fresh.matches("right password", null)).toBe(false);
    await fresh.close();
  });

  it("leave the main thread free while many wait, and refuse what would wait too long", async () => {
    const waiting = Array.from({ length: 400 }, () =>
      passwords.hash("flood").then(
        () => "done",
        (error: { status: number }) => error.status,
      ),
    );
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const outcomes = await Promise.all(waiting);
    clearInterval(timer);
    const done = outcomes.filter((outcome) => outcome === "done").length;
    expect(done).toBeGreaterThan(15);
    expect(done).toBeLessThanOrEqual(257);
    expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(400 - done);
    // Were the hashes made on this thread, it would turn about once for each.
    expect(turns).toBeGreaterThan(done * 3);
  }, 90_000);

  it.each([
    ["xk4q!", ["length"]],
    ["password", ["pwned"]],
    ["Password", ["pwned"]],
    ["12345", ["length", "pwned"]],
  ])("that are weak are refused with reasons: %s", (password, reasons) => {
    expect(() => passwords.demandStrength(password)).toThrowError(
      expect.objectContaining({ code: "weak_password", extra: { weak_password: { reasons } } }),
    );
  });

  it("longer than bcrypt reads are refused instead of cut", () => {
    expect(() => passwords.demandStrength("é".repeat(37))).toThrowError(
      expect.objectContaining({ code: "validation_failed" }),
    );
    expect(() => passwords.demandStrength("a".repeat(72))).not.toThrow();
  });
});
