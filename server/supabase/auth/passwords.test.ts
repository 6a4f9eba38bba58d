import { hashSync, verifySync } from "@node-rs/bcrypt";
import { afterAll, describe, expect, it } from "vitest";
import type { Worker } from "node:worker_threads";
import type { PasswordJob } from "./password-worker.ts";
import { createPasswords } from "./passwords.ts";

const passwords = createPasswords({ minLength: 6, refuseCommon: true });
afterAll(() => passwords.close());

/** Threads that hash at once, or not at all, and remember what they were given. */
function standInThreads() {
  const threads = { jobs: [] as PasswordJob[], count: 0, answer: true };
  const startThread = () => {
    threads.count += 1;
    let report: ((answer: { value: string | boolean }) => void) | undefined;
    const thread = {
      on: (name: string, listener: NonNullable<typeof report>) => {
        if (name === "message") report = listener;
        return thread;
      },
      postMessage(job: PasswordJob) {
        threads.jobs.push(job);
        const value = "stored" in job ? verifySync(job.password, job.stored) : hashSync(job.password, job.cost);
        if (threads.answer) queueMicrotask(() => report?.({ value }));
      },
      unref: () => {},
      terminate: async () => 0,
    };
    return thread as unknown as Worker;
  };
  return { threads, surroundings: { startThread, milliseconds: () => 0, pause: async () => undefined } };
}

describe("passwords", () => {
  it("are stored as bcrypt of cost 10, and match only themselves", async () => {
    const stored = await passwords.hash("right password");
    expect(stored).toMatch(/^\$2[aby]\$10\$/);
    expect(await passwords.matches("right password", stored)).toBe(true);
    expect(await passwords.matches("right passwore", stored)).toBe(false);
    for (const nothing of [null, "", "plain"]) expect(await passwords.matches("right password", nothing)).toBe(false);
  });

  it("are compared even where there is nothing to compare with: the same job at the same cost", async () => {
    const { threads, surroundings } = standInThreads();
    const watched = createPasswords({ minLength: 6, refuseCommon: true }, surroundings);
    const stored = await watched.hash("right password");
    await watched.matches("warm up", null); // Makes the hash that strangers are compared with.
    const before = threads.jobs.length;
    await watched.matches("wrong password", stored);
    await watched.matches("wrong password", null);
    await watched.matches("wrong password", "");
    const jobs = threads.jobs.slice(before);
    expect(jobs).toHaveLength(3);
    for (const job of jobs) {
      expect(job).toEqual({ password: "wrong password", stored: expect.stringMatching(/^\$2[by]\$10\$.{53}$/) });
    }
  });

  it("are compared again after a flood that came before the first comparison", async () => {
    const fresh = createPasswords({ minLength: 6, refuseCommon: true });
    for (let count = 0; count < 300; count += 1) fresh.hash("flood").catch(() => undefined);
    const anyHash = `$2b$10$${"a".repeat(53)}`;
    // Neither may leave a rejection behind that no one catches: it would end the server.
    await expect(fresh.matches("right password", anyHash)).rejects.toMatchObject({ status: 429 });
    await expect(fresh.matches("right password", null)).rejects.toMatchObject({ status: 429 });
    await fresh.close(); // No one waits any more.
    expect(await fresh.matches("right password", null)).toBe(false);
    await fresh.close();
  });

  it("wait in a line that ends where the wait would be too long, and the refused are told late", async () => {
    const { threads, surroundings } = standInThreads();
    threads.answer = false;
    const paused: number[] = [];
    const pause = async (milliseconds: number) => paused.push(milliseconds);
    const full = createPasswords({ minLength: 6, refuseCommon: true }, { ...surroundings, pause });
    await full.requireCapacity();
    const refused: unknown[] = [];
    for (let count = 0; count < 400; count += 1) full.hash("flood").catch((error: unknown) => refused.push(error));
    await expect(full.requireCapacity()).rejects.toMatchObject({ status: 429, retryAfter: 2 });
    expect(paused).toEqual([1000]);
    // At 60 ms a job, four seconds are 67 for each thread.
    expect(400 - refused.length).toBe(threads.count + 67 * threads.count);
    await full.close();
  });

  it.each([
    ["xk4q!", ["length"]],
    ["password", ["pwned"]],
    ["Password", ["pwned"]],
    ["12345", ["length", "pwned"]],
  ])("that are weak are refused with reasons: %s", (password, reasons) => {
    expect(() => passwords.requireStrength(password)).toThrowError(
      expect.objectContaining({ code: "weak_password", extra: { weak_password: { reasons } } }),
    );
  });

  it("longer than bcrypt reads are refused instead of cut", () => {
    expect(() => passwords.requireStrength("é".repeat(37))).toThrowError(
      expect.objectContaining({ code: "validation_failed" }),
    );
    expect(() => passwords.requireStrength("a".repeat(72))).not.toThrow();
  });
});
