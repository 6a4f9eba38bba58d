import { expect, test } from "vitest";
import type { Module } from "#domain/module.ts";
import { moduleState } from "./module-state.ts";

const module: Module = {
  key: "payments",
  name: "Payments",
  rights: "crm",
  icon: "card",
  live: "switched",
  built: true,
  needs: [{ module: "proposals" }, { integration: "email" }],
};
const around = (live: string[], configured: string[]) => ({
  live: new Set(live),
  configured: new Set(configured),
  serverHasDatabase: true,
  nameOf: (id: { module: string } | { integration: string }) => Object.values(id).join(""),
});

test("with all that it needs it can be switched on", () => {
  expect(moduleState(module, around(["proposals"], ["email"]))).toMatchObject({ state: "ready", canSwitch: true });
});

test("what is missing is named, and it stays off", () => {
  expect(moduleState(module, around(["proposals"], []))).toEqual({
    state: "lacking",
    canSwitch: false,
    needs: [
      { name: "proposals", met: true },
      { name: "email", met: false },
    ],
  });
});

test("a module with work for the server needs a database that the server reaches", () => {
  const hosted = { ...around(["proposals"], ["email"]), serverHasDatabase: false };
  expect(moduleState(module, hosted)).toMatchObject({ state: "ready" });
  expect(moduleState({ ...module, server: true }, hosted)).toMatchObject({
    state: "lacking",
    needs: expect.arrayContaining([{ name: "DATABASE_URL beside SUPABASE_URL", met: false }]),
  });
});

test("what is live can always be switched off", () => {
  expect(moduleState(module, around(["payments"], []))).toMatchObject({ state: "live", canSwitch: true });
});

test("what is not built can not be switched on, whatever the table says", () => {
  const unbuilt = { ...module, built: false };
  expect(moduleState(unbuilt, around(["payments", "proposals"], ["email"]))).toMatchObject({
    state: "not-built",
    canSwitch: false,
  });
});

test("what comes along with another module is on while that one is, and is not switched by itself", () => {
  const outbox = { ...module, needs: [], key: "outbox", alsoWith: ["proposals"] } satisfies Module;
  expect(moduleState(outbox, around(["outbox", "proposals"], []))).toMatchObject({
    state: "live",
    canSwitch: false,
    needs: [{ name: "On with proposals", met: true }],
  });
  expect(moduleState(outbox, around([], []))).toMatchObject({ state: "ready", canSwitch: true });
});
