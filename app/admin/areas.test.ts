import { afterEach, expect, test } from "vitest";
import { type Access, ownersAccess, setAccess } from "#app/lib/access.ts";
import { modules } from "#modules/registry.ts";
import { allModules, areasOf, isAllowed, isLive, mayOpen } from "./areas.ts";

afterEach(() => setAccess(ownersAccess));
const live = new Set(modules.map(({ key }) => key));
const allowed = (...grants: string[]): Access => ({ ...ownersAccess, is_owner: false, grants });
const names = () => areasOf(live).map(({ name }) => name);

test("team 2: the sidebar has the areas that a role may read, and no row that would answer with a refusal", () => {
  setAccess(allowed("crm read", "deals read", "deals edit"));
  expect(names()).toEqual(["Dashboard", "CRM", "Deals", "Settings"]);
  setAccess(allowed("crm read", "crm delete", "audit read"));
  expect(names()).toEqual(["Dashboard", "CRM", "Audit Log", "Trash", "Settings"]);
  setAccess(ownersAccess);
  expect(names()).toContain("Payments");
});

test("team 2: a page that belongs to no module opens by its own right", () => {
  setAccess(allowed("crm read"));
  expect(["/admin/audit", "/admin/trash", "/admin/duplicates", "/admin/test", "/admin"].map(mayOpen)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("team 2: what can be begun is offered to those who may", () => {
  const offered = () =>
    allModules
      .filter((module) => isLive(module, live))
      .flatMap(({ quickActions = [] }) => quickActions.filter(isAllowed).map(({ name }) => name));
  setAccess(allowed("deals read", "tasks read", "tasks add", "outbox read"));
  expect(offered()).toEqual(["Add a task"]);
});
