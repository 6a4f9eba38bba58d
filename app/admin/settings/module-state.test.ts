import { expect, test } from "vitest";
import type { Module } from "#domain/module.ts";
import { moduleState } from "./module-state.ts";

const module: Module = {
  key: "payments",
  name: "Payments",
  icon: "card",
  live: "switched",
  built: true,
  needs: [{ module: "proposals" }, { integration: "email" }],
};
const around = (live: string[], configured: string[]) => ({
  live: new Set(live),
  configured: new Set(configured),
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
