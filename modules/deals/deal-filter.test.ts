import { expect, test } from "vitest";
import { definitionChanges, definitionOf, readListView } from "#app/records/list/list-view.ts";
import { deal } from "./deal.ts";
import { narrowedBy, narrowedWords, readDealFilter } from "./deal-filter.ts";

const address = "owner=none&service=RLCT&stage=won&closing=this_month&stale=1";

test("records 2: a saved view of deals has every choice above the list", () => {
  const definition = definitionOf(readListView(new URLSearchParams(address), deal));
  const changes = definitionChanges(deal, definition, "one");
  for (const [name, value] of new URLSearchParams(address)) expect(changes[name], name).toBe(value);
  expect(Object.keys(readDealFilter(new URLSearchParams(address), []))).toEqual([
    "owner",
    "service",
    "closing",
    "stale",
  ]);
});

test("records 13: a printed list of deals says which ones it is of", () => {
  const nameOf = (field: string) =>
    ({ stage_id: "Proposal", owner_id: "Ada Lind", account_id: "Norrfall" })[field] ?? "";
  const words = (text: string) => {
    const params = new URLSearchParams(text);
    return narrowedWords(narrowedBy(params).args, Object.fromEntries(params), nameOf).join("; ");
  };
  expect(words("")).toBe("open");
  expect(words("stage=any&search=acm")).toBe('found by "acm"');
  expect(words(address)).toBe(
    "won; without an owner; service RLCT; closing this month; longer in their stage than usual",
  );
  const id = "8f4c1c1e-6b1e-4c53-8a5e-0f5a2f6f7a10";
  expect(words(`stage=${id}&owner=${id}&account=${id}&closing=none`)).toBe(
    "Proposal; of Ada Lind; with Norrfall; closing on no day",
  );
});
