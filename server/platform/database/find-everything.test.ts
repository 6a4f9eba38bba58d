// One field finds every kind of record, by number and by words: what modules registered, those that are on, what the caller may read.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const { as, account, person, noorId, call, draft, add, other } = await proposalsForTests(sql);
await sql`update public.modules set live = true`;

interface Found {
  module: string;
  id: string;
  title: string;
  detail: string | null;
  at_table: string | null;
  at_id: string | null;
}
const find = (term: string, who?: typeof other) =>
  as((tx) => tx<Found[]>`select * from public.find_everything(${term})`, who);
const kinds = async (term: string) => [...new Set((await find(term)).map(({ module }) => module))].sort();

const offer = await draft({ title: "Lighthouse desk" });
await add("Lighthouse pilot");
await sql`insert into public.tasks (title, contact_id, assignee_id) values ('Ring the lighthouse', ${person}, ${noorId})`;
await sql`insert into public.inquiries (id, kind, state, name, email, message)
  values (${randomUUID()}, 'contact', 'new', 'Keeper', 'keeper@rock.example', 'About your lighthouse')`;
const [folder] = await sql<
  { id: string }[]
>`insert into public.folders (account_id, name) values (${account}, 'F') returning id`;
await sql`insert into public.documents (account_id, folder_id, title) values (${account}, ${folder!.id}, 'Lighthouse plan')`;
await sql`insert into public.mail_templates (key, name, purpose) values ('lighthouse', 'Lighthouse letter', 'outreach')`;
await sql`insert into public.sequences (name, timezone) values ('Lighthouse round', 'UTC')`;
const [request] = await sql<{ id: string }[]>`
  insert into public.payment_requests (number, account_id, title, amount_minor, currency, issued_on, due_on, state)
  values ('R-2026-042', ${account}, 'Lighthouse deposit', 100, 'USD', '2026-11-01', '2026-11-15', 'open') returning id`;
await sql`insert into public.accounts (name) values ('Lighthouse Ltd')`;
await sql`insert into public.contacts (account_id, name) values (${account}, 'Lighthouse Keeper')`;

test("words find companies, people, deals, proposals, payments, documents, templates, sequences, tasks and inquiries", async () => {
  expect(await kinds("lighthouse")).toEqual([
    "accounts",
    "contacts",
    "deals",
    "documents",
    "inquiries",
    "payments",
    "proposals",
    "sequences",
    "tasks",
    "templates",
  ]);
});

test("numbers find what has them, whole or in part", async () => {
  expect((await find("R-2026-042")).map(({ module, id }) => [module, id])).toEqual([["payments", request!.id]]);
  expect((await find("026-042")).map(({ id }) => id)).toEqual([request!.id]);
  expect((await find(offer.number)).map(({ module, id, title }) => [module, id, title])).toContainEqual([
    "proposals",
    offer.id,
    offer.number,
  ]);
  const [inquiry] = await sql<{ reference: string; id: string }[]>`select reference, id from public.inquiries`;
  expect((await find(inquiry!.reference)).map(({ id }) => id)).toContainEqual(inquiry!.id);
});

test("a person's and a company's name find what belongs to them; a task says on whose page it is", async () => {
  expect(await kinds("maren")).toEqual(["contacts", "proposals", "tasks"]);
  const [task] = (await find("ring light")).filter(({ module }) => module === "tasks");
  expect(task).toMatchObject({ title: "Ring the lighthouse", at_table: "contacts", at_id: person });
});

test("two letters find titles that begin so, and the best of each kind comes first", async () => {
  expect(await kinds("li")).toEqual([
    "accounts",
    "contacts",
    "deals",
    "documents",
    "payments",
    "proposals",
    "sequences",
    "templates",
  ]);
  await sql`insert into public.accounts (name) select 'A lighthouse ' || n from generate_series(1, 30) n`;
  const found = (await find("lighthouse")).filter(({ module }) => module === "accounts");
  expect([found.length, found[0]?.title]).toEqual([5, "Lighthouse Ltd"]);
});

test("a module that is off is not searched, and nobody finds what they may not read", async () => {
  await sql`update public.modules set live = false where key in ('proposals', 'documents')`;
  expect(await kinds("lighthouse")).not.toContain("proposals");
  expect(await kinds("lighthouse")).not.toContain("documents");
  await sql`update public.modules set live = true`;
  expect(await find("lighthouse", other)).toEqual([]);
  expect(await find(" ")).toEqual([]);
  await call("delete_proposal", { proposal: offer.id });
  expect(await kinds("lighthouse")).not.toContain("proposals");
});
