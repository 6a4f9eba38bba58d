import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { Module } from "#domain/module.ts";
import { areasOf } from "#app/admin/areas.ts";
import { isIconName } from "#app/ui/icon.tsx";
import { modules } from "./registry.ts";

const all: readonly Module[] = modules;

test("every module has a folder of its key, with a README, and an icon that exists", () => {
  for (const { key, icon, area } of all) {
    expect(existsSync(`modules/${key}/module.ts`), key).toBe(true);
    expect(existsSync(`modules/${key}/README.md`), key).toBe(true);
    expect(isIconName(icon), icon).toBe(true);
    if (typeof area === "object") expect(isIconName(area.icon), area.icon).toBe(true);
  }
});

test("keys, areas and pages are each used once", () => {
  const lists = [
    all.map(({ key }) => key),
    all.flatMap(({ area }) => (typeof area === "object" ? area.path : [])),
    all.flatMap(({ entity }) => entity?.page ?? []),
  ];
  for (const list of lists) expect(new Set(list).size).toBe(list.length);
});

test("records 7: a record's page begins with its timeline, and what is shown in its place by choice has a name of its own", () => {
  const feeds = all.flatMap(({ key, panels = [] }) =>
    panels.filter(({ place }) => place === "feed").map((panel) => ({ key, ...panel })),
  );
  const ofAccounts = feeds.filter(({ of }) => of === "accounts");
  expect(ofAccounts.map(({ key }) => key)).toContain("mailbox");
  for (const of of new Set(feeds.map((feed) => feed.of))) {
    const own = feeds.filter((feed) => feed.of === of);
    const names = own.map(({ name = "Timeline" }) => name);
    expect(new Set(names).size, `${of}: ${names.join(", ")}`).toBe(names.length);
    expect(
      own.filter(({ last }) => !last).map(({ key }) => key),
      of,
    ).toEqual(["timeline"]);
  }
});

test("with nothing switched on, the sidebar has the specified areas in their order, eight of them to come", () => {
  const specified = [
    "Dashboard",
    "CRM",
    "Deals",
    "Proposals",
    "Payments",
    "Sequences",
    "Templates",
    "Tasks",
    "Documents",
    "Reports",
    "System Tests",
    "Settings",
  ];
  // A module that the specification does not know may add an area; it changes none of these.
  const areas = areasOf(new Set()).filter(({ name }) => specified.includes(name));
  expect(areas.map(({ name }) => name)).toEqual(specified);
  expect(areas.filter(({ open }) => !open)).toHaveLength(8);
});

test("the audit log is in the sidebar once a module is live", () => {
  const named = (live: string[]) => areasOf(new Set(live)).some(({ path }) => path === "/admin/audit");
  expect([named([]), named(["tasks"])]).toEqual([false, true]);
});

test("a switch opens nothing that has not been built", () => {
  const switched = areasOf(new Set(all.map(({ key }) => key)));
  const built = (path: string) =>
    all.some(({ area, built: is }) => typeof area === "object" && `/admin/${area.path}` === path && is);
  for (const { path, open, group } of switched) if (group && group !== "System") expect(open, path).toBe(built(path));
});
