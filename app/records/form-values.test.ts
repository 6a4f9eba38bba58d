import { expect, test } from "vitest";
import type { Entity, Field } from "#domain/entity.ts";
import { selectOf, sortColumn } from "./entity.ts";
import { exportedText, filtersOf, textOf } from "./field-kinds/kinds.ts";
import { shownFor } from "./field-kinds/web-address.tsx";
import { complaintAbout, emptyValues, storedValues, tidy, valuesOf } from "./form-values.ts";
import { writeParts } from "#domain/filter.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import { changeListView, readListView } from "./list/list-view.ts";

const lease: Entity = {
  table: "deals",
  area: "crm",
  one: "lease",
  many: "leases",
  page: "/admin/leases",
  title: "title",
  fields: {
    title: { kind: "text", label: "Title", column: "Title", required: true, max: 5 },
    tenant_id: { kind: "reference", label: "Tenant", to: { table: "accounts", one: "company" } },
    rent: { kind: "money", label: "Rent", column: "Rent", currency: { column: "currency" } },
    currency: { kind: "choice", label: "Currency", required: true, choices: ["USD", "JPY"] },
    starts: { kind: "day", label: "Starts" },
    site: { kind: "web-address", label: "Site", max: 100, shownAs: "host" },
    host: { kind: "domain", label: "Host", max: 100 },
  },
};
const id = "0190a1b2-c3d4-7000-8000-000000000001";
const record = {
  id,
  created_at: "",
  updated_at: "",
  title: "Desk",
  tenant_id: id,
  tenant: { id, name: "Norrfall" },
  rent: 125050,
  currency: "USD",
  starts: "2026-11-15",
  site: "https://a.example",
  host: null,
};

test("what a form shows for a record is what it stores again", () => {
  const values = valuesOf(lease.fields, record);
  expect(values.rent).toBe("1250.50");
  expect(storedValues(lease, values)).toEqual({
    title: "Desk",
    tenant_id: id,
    rent: 125050,
    currency: "USD",
    starts: "2026-11-15",
    site: "https://a.example",
    host: null,
  });
});

test("an amount is stored in the units of the currency beside it", () => {
  const typed = { ...emptyValues(lease.fields), title: "x", rent: "98,000", currency: "JPY" };
  expect(storedValues(lease, typed).rent).toBe(98000);
  expect(storedValues(lease, { ...typed, currency: "USD" }).rent).toBe(9800000);
});

test.each([
  ["title", "", "Title is required"],
  ["title", "👩‍🔬abc", "At most 5 characters; this has 6"],
  ["rent", "much", "Write an amount like 1,250.50"],
  ["starts", "2026-02-30", "Write a day like 2026-11-15"],
  ["currency", "GBP", "Choose USD or JPY"],
  ["host", "a.example/path", "Write the domain alone"],
  ["site", "javascript:alert(1)", "Start with https://"],
])("%s: %j is refused in one sentence", (name, text, words) => {
  const field = lease.fields[name] as Field;
  expect(complaintAbout(field, tidy(field, text), {})).toContain(words);
});

test.each([
  ["site", "kaese.example", "https://kaese.example"],
  ["site", "kaese.example/shop?x=1", "https://kaese.example/shop?x=1"],
  ["host", "https://Kaese.example/", "kaese.example"],
  ["currency", "jpy", "JPY"],
  ["starts", "15.11.2026", "2026-11-15"],
])("%s: %s is meant as %s", (name, typed, meant) => {
  expect(tidy(lease.fields[name] as Field, typed)).toBe(meant);
});

test("a website shows the domain only where it leads there", () => {
  const field = { kind: "web-address", label: "Site", max: 100, shownAs: "host" } as const;
  const shown = (host: string | null, site: string) => shownFor(field, site, { ...record, host });
  expect(shown("bank.example", "https://bank.example/x")).toBe("bank.example");
  expect(shown("bank.example", "https://www.bank.example")).toBe("bank.example");
  expect(shown("bank.example", "https://bank.example.phish.example")).toBe("Visit");
  expect(shown("bank.example", "https://notbank.example")).toBe("Visit");
  expect(shown("bank.example/login", "https://bank.example")).toBe("Visit");
  expect(shown(null, "https://bank.example")).toBe("Visit");
});

test("what is read, and what a file says exactly", () => {
  const of = (name: string) => [name, lease.fields[name] as Field] as const;
  expect(textOf(of("tenant_id"), record)).toBe("Norrfall");
  expect(textOf(of("rent"), record)).toBe("$1,250.50");
  expect(exportedText(of("rent"), record)).toBe("1250.50");
  expect(textOf(of("starts"), record)).toBe("Nov 15, 2026");
  expect(exportedText(of("starts"), record)).toBe("2026-11-15");
});

test("a read asks for the names of related records, and sorts by them, and by amounts in one currency where there is one", () => {
  expect(selectOf(lease)).toBe("*, tenant:accounts!tenant_id(id, name)");
  expect(sortColumn(lease, "tenant_id")).toBe("tenant(name)");
  expect(sortColumn(lease, "title")).toBe("title");
  expect(sortColumn(lease, "rent")).toBe("rent");
  const compared = { ...lease, fields: { ...lease.fields, rent: { ...lease.fields.rent!, compared: "base_rent" } } };
  expect(sortColumn(compared as Entity, "rent")).toBe("base_rent");
});

test("the address holds only what can be asked for", () => {
  expect(filtersOf(lease).map(([name]) => name)).toEqual(["tenant_id", "rent", "currency", "starts"]);
  const view = readListView(
    new URLSearchParams(`tenant=${id}&currency=GBP&starts=2026-01-01..&rent=x..y&sort=-rent&page=2&size=7`),
    lease,
  );
  expect(view).toMatchObject({ sort: "rent", descending: true });
  expect(writeParts(view.filter)).toEqual([
    `tenant_id.is.${id}`,
    "rent.between.x..y",
    "currency.is.GBP",
    "starts.between.2026-01-01..",
  ]);
  // What a field does not know is not asked for, and said so.
  const { conditions, dropped } = compileFilter(lease, view.filter, new Date());
  expect(conditions.map(({ logic }) => logic)).toEqual([`tenant_id.in.("${id}")`, "starts.gte.2026-01-01"]);
  expect(dropped.map(({ condition }) => condition.field)).toEqual(["rent", "currency"]);
  expect(view).toMatchObject({ page: 2, size: 50 });
  expect(changeListView(new URLSearchParams("page=2&sort=rent"), { search: "x" }).toString()).toBe(
    "sort=rent&search=x",
  );
});
