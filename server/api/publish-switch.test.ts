// External publishing as a switch: AUTO_PUBLISH fixes it, administrators switch it otherwise, and everything reads one value.
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { watchLiveModules } from "#server/platform/live-modules.ts";
import { gateClosed } from "#server/platform/outbox/gate-closed.ts";
import { setOutboxGate } from "#server/platform/outbox/hand-over.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { findMessage, putMessage, testGate } from "#server/testing/outbox-for-tests.ts";
import { smallSite } from "#server/testing/small-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { createApi } from "./api.ts";
import { healthRoutes } from "./healthz.ts";

const { sql } = await testDatabase();
const noor: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const member: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
await sql`update public.staff set name = 'Noor' where user_id = ${noor.role === "authenticated" ? noor.userId : ""}`;

const set = (on: boolean, who: Who = noor) => actAs(sql, who, (tx) => tx`select public.set_publishing(${on})`);
const state = async (who: Who = noor) => {
  const [row] = await actAs(
    sql,
    who,
    (tx) => tx<{ state: Record<string, unknown> }[]>`select public.publishing_state() as state`,
  );
  return row!.state;
};
let seen = 0;
const acts = () =>
  sql`select actor_name, act, was, becomes, request_id from public.acts where id > ${seen} order by id`;

/** A process of the server, started with this AUTO_PUBLISH. */
async function started(AUTO_PUBLISH?: "true" | "false") {
  const env = readEnv(AUTO_PUBLISH ? { AUTO_PUBLISH } : {});
  await setOutboxGate(sql, { isOpen: env.AUTO_PUBLISH });
  const isPublishing = async () => (await gateClosed(sql, env.AUTO_PUBLISH ?? null)) !== "safe";
  const health = healthRoutes({ env, answers: async () => true, isOperator: () => false, isPublishing });
  const log = pino({ level: "silent" });
  const askRights = async () => "allowed" as const;
  const api = createApi({ env, log, askRights, dataDir: "/nowhere", isPublishing });
  const gate = testGate(sql, { env: { AUTO_PUBLISH: env.AUTO_PUBLISH } });
  return {
    gate,
    async shown() {
      const { features } = (await (await health.request("/")).json()) as { features: { autoPublish: boolean } };
      const answer = await api.request("/publish/article", { method: "POST", body: "{}" });
      return { health: features.autoPublish, endpoint: answer.status !== 403, gate: await isPublishing() };
    },
  };
}
const on = { health: true, endpoint: true, gate: true };
const off = { health: false, endpoint: false, gate: false };

beforeEach(async () => {
  await sql`truncate public.outbox cascade`;
  const [last] = await sql<{ id: number }[]>`select max(id)::int as id from public.acts`;
  seen = last!.id;
  await sql`update private.outbox_gate set is_open = false, is_fixed = false, switched_on = false`;
});

test("while AUTO_PUBLISH is not set it is off until an administrator switches it; every process and every place follows at once", async () => {
  const [one, other] = [await started(), await started()];
  expect([await one.shown(), await other.shown()]).toEqual([off, off]);
  await set(true);
  expect([await one.shown(), await other.shown()]).toEqual([on, on]);
  expect(await state()).toMatchObject({ is_on: true, is_fixed: false });
  await set(false);
  expect([await one.shown(), await other.shown()]).toEqual([off, off]);
  // A server that starts again keeps what was switched.
  await set(true);
  expect(await (await started()).shown()).toEqual(on);
});

test("AUTO_PUBLISH fixes it, either way: nobody switches it, and what was switched before counts again without it", async () => {
  await set(true);
  const shut = await started("false");
  expect(await shut.shown()).toEqual(off);
  expect(await state()).toMatchObject({ is_on: false, is_fixed: true });
  await expect(set(true)).rejects.toThrow("AUTO_PUBLISH=false is set in the environment");
  const open = await started("true");
  expect(await open.shown()).toEqual(on);
  await expect(set(false)).rejects.toThrow("AUTO_PUBLISH=true is set in the environment");
  expect(await (await started()).shown()).toEqual(on);
  expect(await acts()).toHaveLength(1);
});

test("outbox 4: switching it on releases nothing; switching it off stops claims and holds what waits", async () => {
  const { gate } = await started();
  const held = await putMessage(sql);
  await set(true);
  await gate.sweep();
  expect(await findMessage(sql, held)).toMatchObject({ state: "held" });
  const leaves = await putMessage(sql);
  await gate.sweep();
  expect(await findMessage(sql, leaves)).toMatchObject({ state: "sent" });
  const waits = await putMessage(sql);
  await set(false);
  expect(await gate.send(waits)).toBeNull();
  expect(await findMessage(sql, waits)).toMatchObject({ state: "held", gate_code: "safe_mode" });
  expect(gate.sent).toHaveLength(1);
  await expect(actAs(sql, noor, (tx) => tx`select public.release_outbox(${[waits]})`)).rejects.toThrow("safe mode");
});

test("outbox 2: the gate asks for the switch in the claim: one that was switched off a moment before lets nothing through", async () => {
  const { gate } = await started();
  await set(true);
  const id = await putMessage(sql);
  // As another process does it, without this one hearing of it.
  await sql`update private.outbox_gate set is_open = false`;
  expect(await gate.send(id)).toBeNull();
  expect(await findMessage(sql, id)).toMatchObject({ state: "held" });
});

test("the log of acts says who switched what, from what, to what, when and by which request; nobody changes it", async () => {
  await actAs(sql, noor, async (tx) => {
    await tx`select set_config('request.headers', '{"x-request-id": "abc-1"}', true)`;
    await tx`select public.set_publishing(true)`;
    // Switched to what it is: nothing was done.
    await tx`select public.set_publishing(true)`;
  });
  await set(false);
  expect(await acts()).toEqual([
    { actor_name: "Noor", act: "publishing switched", was: false, becomes: true, request_id: "abc-1" },
    {
      actor_name: "Noor",
      act: "publishing switched",
      was: true,
      becomes: false,
      request_id: expect.stringMatching(/^transaction \d+$/) as string,
    },
  ]);
  expect(await state()).toMatchObject({
    switched_by: "Noor",
    switched_on: false,
    switched_at: expect.any(String) as string,
  });
  for (const who of [noor, { role: "service_role" } as const])
    for (const change of ["update public.acts set act = 'x'", "delete from public.acts", "truncate public.acts"])
      await expect(
        actAs(sql, who, (tx) => tx.unsafe(change)),
        `${who.role}: ${change}`,
      ).rejects.toThrow("permission denied");
  await expect(set(true, member)).rejects.toThrow("You need admin privileges to switch publishing.");
  await expect(state(member)).rejects.toThrow("You need admin privileges");
  expect(await actAs(sql, member, (tx) => tx`select * from public.acts`)).toEqual([]);
});

test("the back office comes with the value that holds: pages follow the switch, and a fixed one cannot change", async () => {
  const live = await watchLiveModules(sql, {});
  const flagOf = async (settings: Record<string, string>) => {
    const site = await smallSite(settings, () => live.keys());
    const [, json = "{}"] = /id="runtime-settings">([^<]*)</.exec(await (await site.request("/admin")).text()) ?? [];
    site.remove();
    const { flags, publishingIsFixed } = JSON.parse(json) as {
      flags: { autoPublish: boolean };
      publishingIsFixed: boolean;
    };
    return [flags.autoPublish, publishingIsFixed];
  };
  try {
    expect(await flagOf({})).toEqual([false, false]);
    await set(true);
    await live.refresh();
    expect(await flagOf({})).toEqual([true, false]);
    expect(await flagOf({ AUTO_PUBLISH: "false" })).toEqual([false, true]);
  } finally {
    live.stop();
  }
});
