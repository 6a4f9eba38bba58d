// The lists that are measured, each as the kit asks for it: by every column, filtered by every column, across relations, by own fields of
// every kind, found by words, and counted.
import type { Entity } from "#domain/entity.ts";
import { type Condition, type Filter, noFilter } from "#domain/filter.ts";
import { setKnownEntities } from "#app/records/known-entities.ts";
import type { ListView } from "#app/records/list/list-view.ts";
import { type OwnField, withOwnFields } from "#app/records/own-fields.ts";
import { foundCountQuery, readPage, roughCountQuery } from "#app/records/record-lists.ts";
import { account as company } from "#modules/accounts/account.ts";
import { contact as person } from "#modules/contacts/contact.ts";
import { deal } from "#modules/deals/deal.ts";
import { narrowedBy } from "#modules/deals/deal-filter.ts";
import type { Sql } from "../../server/platform/database/sql.ts";
import { ownFields } from "./seed.ts";

/** What is sent to /rest/v1 for a list. */
export interface Asked {
  name: string;
  group: "columns" | "relations" | "own fields" | "search" | "counts" | "views";
  path: string;
  method: string;
  headers: [string, string][];
  body: string | null;
}

type Ask = "page" | "count" | "view";
type Wanted = [name: string, entity: Entity, view: Partial<ListView>];

const is = (field: string, op: Condition["op"], ...values: string[]): Condition => ({ field, op, values });
const all = (...parts: Filter["parts"]): Filter => ({ match: "all", parts });
const any = (...parts: Filter["parts"]): Filter => ({ match: "any", parts });
const by = (sort: string, descending = false): Partial<ListView> => ({ sort, descending });
const where = (...parts: Filter["parts"]): Partial<ListView> => ({ filter: all(...parts) });
const newest: ListView = {
  search: "",
  filter: noFilter,
  columns: null,
  saved: null,
  sort: "created_at",
  descending: true,
  page: 1,
  size: 50,
};

/** The requests of the kit, written down instead of sent. */
async function requestOf(ask: Ask, entity: Entity, view: ListView): Promise<Omit<Asked, "name" | "group">> {
  let request: Request | undefined;
  globalThis.fetch = async (url, init) => {
    request = new Request(url, init);
    return new Response("[]", { headers: { "content-type": "application/json", "content-range": "*/0" } });
  };
  const signal = new AbortController().signal;
  if (ask === "page") await readPage(entity, view, signal);
  else {
    const query = (ask === "count" ? foundCountQuery : roughCountQuery)(entity, view);
    await query.queryFn?.({ signal } as Parameters<NonNullable<typeof query.queryFn>>[0]);
  }
  if (!request) throw new Error("nothing was asked");
  const { pathname, search } = new URL(request.url);
  const headers = [...request.headers].filter(([name]) => ["accept", "prefer", "content-type"].includes(name));
  return { path: pathname + search, method: request.method, headers, body: (await request.text()) || null };
}

/** `people`: the colleagues of the seed. */
export async function askedLists(sql: Sql, people: readonly string[]): Promise<Asked[]> {
  const { fetch, location } = globalThis;
  globalThis.location ??= { origin: "http://bench.invalid" } as Location;
  const own = await sql<OwnField[]>`select * from public.own_fields order by position`;
  const tags = await sql<{ name: string; color: "plain" }[]>`select name, color from public.tags`;
  const companies = withOwnFields(company, own, tags, [company]);
  const persons = withOwnFields(person, [], tags, [company]);
  const deals = withOwnFields(deal, [], tags, [company]);
  setKnownEntities([companies, persons, deals], true);
  const me = people[0]!;
  const open = { search: "", from: narrowedBy(new URLSearchParams()) as NonNullable<ListView["from"]> };

  const columns: Wanted[] = [
    ["newest first", companies, {}],
    ["page 1,000", companies, { page: 1000 }],
    ["by name", companies, by("name")],
    ["by name, Z to A", companies, by("name", true)],
    ["by owner", companies, by("owner_id")],
    ["by owner, Z to A", companies, by("owner_id", true)],
    ["by tags", companies, by("tags")],
    ["by type", companies, by("type")],
    ["by industry", companies, by("industry")],
    ["by change, newest", companies, by("updated_at", true)],
    ["by change, oldest", companies, by("updated_at")],
    ["by last contact, newest", companies, by("last_contact_at", true)],
    ["by last contact, oldest", companies, by("last_contact_at")],
    ["by open value, highest", companies, by("open_value", true)],
    ["by open value, lowest", companies, by("open_value")],
    ["by next step, soonest", companies, by("next_step_on")],
    ["by next step, last", companies, by("next_step_on", true)],
    ["owner is", companies, where(is("owner_id", "is", me))],
    ["owner is, by name", companies, { ...by("name"), ...where(is("owner_id", "is", me)) }],
    ["without an owner", companies, where(is("owner_id", "empty"))],
    ["type is", companies, where(is("type", "is", "Customer"))],
    ["a tag that 1 of 20 has", companies, where(is("tags", "is", "Tag 10"))],
    ["a tag that one has", companies, where(is("tags", "is", "Rare"))],
    ["created in the last 30 days", companies, { ...by("name"), ...where(is("created_at", "last", "30")) }],
    ["changed in the last 30 days", companies, where(is("updated_at", "last", "30"))],
    ["last contact in the last 30 days", companies, where(is("last_contact_at", "last", "30"))],
    ["open value above 90,000", companies, where(is("open_value", "more", "90000"))],
    [
      "open value above 90,000, by it",
      companies,
      { ...by("open_value", true), ...where(is("open_value", "more", "90000")) },
    ],
    [
      "next step in the next 7 days, by it",
      companies,
      { ...by("next_step_on"), ...where(is("next_step_on", "next", "7")) },
    ],
    [
      "customers, by last contact",
      companies,
      { ...by("last_contact_at", true), ...where(is("type", "is", "Customer")) },
    ],
    ["name contains, one has it", companies, where(is("name", "contains", "77777"))],
    ["people by owner", persons, by("owner_id")],
    ["people by company", persons, by("account_id")],
    ["people by last contact", persons, by("last_contact_at", true)],
    ["people by change", persons, by("updated_at", true)],
    ["people with a tag that one has", persons, where(is("tags", "is", "Rare"))],
    ["open deals, newest first", deals, open],
    ["open deals by owner", deals, { ...open, ...by("owner_id") }],
    ["open deals by company", deals, { ...open, ...by("account_id") }],
    ["open deals by next step", deals, { ...open, ...by("next_step_on") }],
    ["open deals by change", deals, { ...open, ...by("updated_at", true) }],
  ];
  const relations: Wanted[] = [
    ["people of companies with an open deal", persons, where(is("account.open_deals", "more", "0"))],
    ["people of customers", persons, where(is("account.type", "is", "Customer"))],
    ["people of companies with a tag that one has", persons, where(is("account.tags", "is", "Rare"))],
    [
      "law, or an open value above 90,000",
      companies,
      { filter: any(is("industry", "is", "law"), is("open_value", "more", "90000")) },
    ],
    ["companies with a deal of a name that some have", companies, where(is("deals.name", "contains", "77"))],
    ["companies with a deal of a name that none has", companies, where(is("deals.name", "contains", "zzz"))],
    ["companies with a deal above 90,000", companies, where(is("deals.amount_minor", "more", "90000"))],
    ["companies with a person of mine", companies, where(is("contacts.owner_id", "is", me))],
    ["open deals of customers", deals, { ...open, ...where(is("account.type", "is", "Customer")) }],
  ];
  const values: Record<string, Condition["values"]> = {
    text: ["Word 7"],
    long_text: ["number 777"],
    number: ["9990"],
    money: ["99900"],
    day: ["30"],
    yes_no: ["Yes"],
    one_of: ["High"],
    several_of: ["Blue"],
    link: ["/777"],
    person: [me],
  };
  const ops: Record<string, Condition["op"]> = {
    number: "more",
    money: "more",
    day: "last",
    yes_no: "is",
    one_of: "is",
    person: "is",
    several_of: "is",
  };
  const kinds = ownFields.slice(0, 11).filter(({ kind }) => kind !== "record");
  const fields: Wanted[] = [
    ...kinds.map(({ kind, column }): Wanted => [`by ${kind}`, companies, by(column)]),
    ...kinds.map(({ kind, column }): Wanted => [
      `${kind} is`,
      companies,
      where(is(column, ops[kind] ?? "contains", ...(values[kind] ?? []))),
    ]),
  ];
  const search: Wanted[] = [
    ["words that one has", companies, { search: "company 77777" }],
    ["words that all have", companies, { search: "company" }],
    ["words that all have, by owner", companies, { search: "company", ...by("owner_id") }],
    ["words, of people", persons, { search: "company7777" }],
  ];
  const counted = [...columns, ...relations].filter(([, , view]) => view.filter || view === columns[0]![2]);

  const asked: Asked[] = [];
  const note = async (group: Asked["group"], ask: Ask, list: Wanted[]) => {
    for (const [name, entity, view] of list)
      asked.push({ name, group, ...(await requestOf(ask, entity, { ...newest, ...view })) });
  };
  try {
    await note("columns", "page", columns);
    await note("relations", "page", relations);
    await note("own fields", "page", fields);
    await note("search", "page", search);
    await note("counts", "count", counted);
    await note("views", "view", counted);
  } finally {
    Object.assign(globalThis, { fetch, location });
  }
  return asked;
}
