import { expect, onTestFinished, test } from "vitest";
import { setOutboxGate } from "./outbox/hand-over.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { watchLiveModules } from "./live-modules.ts";

const { sql } = await testDatabase();

test("a switch shows when it is asked for, and by itself when another process has written it", async () => {
  const live = await watchLiveModules(sql, { AUTO_PUBLISH: false }, 20);
  onTestFinished(live.stop);
  expect([...live.keys()]).toEqual([]);
  await sql`update public.modules set live = true where key = 'inquiries'`;
  await live.refresh();
  expect([...live.keys()]).toEqual(["inquiries"]);
  await sql`update public.modules set live = false where key = 'inquiries'`;
  await expect.poll(() => [...live.keys()]).toEqual([]);
});

test("a visitor can buy by card only while payments are on, there are keys, and the gate is open", async () => {
  const keys = { STRIPE_SECRET_KEY: "rk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
  const sells = async (settings: Parameters<typeof watchLiveModules>[1]) => {
    const live = await watchLiveModules(sql, settings, 60_000);
    live.stop();
    return live.keys().has("card-checkout");
  };
  await setOutboxGate(sql, true);
  expect(await sells({ AUTO_PUBLISH: true, ...keys })).toBe(false);
  await sql`update public.modules set live = true where key = 'payments'`;
  expect(await sells({ AUTO_PUBLISH: true, ...keys })).toBe(true);
  expect(await sells({ AUTO_PUBLISH: false, ...keys })).toBe(false);
  expect(await sells({ AUTO_PUBLISH: true, STRIPE_SECRET_KEY: "rk_test_x" })).toBe(false);
  await setOutboxGate(sql, false);
  expect(await sells({ AUTO_PUBLISH: true, ...keys })).toBe(false);
});
