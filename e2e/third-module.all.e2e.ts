// CONTRIBUTING.md, followed on a copy of the repository: a module with a mail and a page behind a link, and a field.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { checkFilter, headings, rowOf, toast } from "./crm-screen.ts";
import { desktop, problemsOf, test } from "./fixtures.ts";
import { copyHouse, type HouseCopy } from "./repository-copy.ts";
import { typeParts } from "./page-checks.ts";
import { addAccounts, addPerson, asAdmin, asOwner, sessionOf } from "./people.ts";
import { type RunningServer, startServer } from "./start-server.ts";

let house: HouseCopy;
let copy: RunningServer;
let upgraded: unknown;

beforeAll(async () => {
  house = copyHouse();
  // Step by step as CONTRIBUTING.md says. A module: its folder and its migration, one line in the registry, and in the one test that lists
  // what members may reach, its tables and functions. The field: its migration, one entry, and its name among the searched columns.
  house.add("e2e/made-up-module", ".");
  house.edit(
    "modules/registry.ts",
    "import { deals }",
    'import { leases } from "./leases/module.ts";\nimport { deals }',
  );
  house.edit("modules/registry.ts", "\n] as const;", "\n  leases,\n] as const;");
  const listed = (after: string, added: string[]) =>
    house.edit(
      "server/platform/database/row-level-security.test.ts",
      after,
      [after, ...added.map((name) => `"${name}",`)].join("\n"),
    );
  listed('"search_invoices(text)",', ["search_lease_people(text)", "search_leases(text)"]);
  listed('"sequence_results(uuid)",', ["sign_lease(uuid)"]);
  listed('"suggest_invoices(text,integer)",', ["suggest_lease_people(text,integer)", "suggest_leases(text,integer)"]);
  listed('"invoices",', ["lease_people", "leases"]);
  house.edit(
    "modules/accounts/account.ts",
    "    domain: {\n",
    '    size: { kind: "choice", label: "Size", column: "Size", choices: ["Small", "Large"] },\n    domain: {\n',
  );
  house.edit("modules/accounts/sql/accounts.sql", "'industry', 'website']", "'industry', 'website', 'size']");
  // The token page: its prefix. The public page: its file and one line.
  house.edit("server/http/website/paths.ts", '"feed"]', '"feed", "lease"]');
  house.edit("deploy/nginx.conf", "|feed)/", "|feed|lease)/");
  house.edit(
    "app/routes.ts",
    '    route("about", "site/about.tsx"),\n',
    '    route("about", "site/about.tsx"),\n    route("partners", "site/partners.tsx"),\n',
  );
  await house.run("tools/check/generate.ts", "lock");
  await house.run("tools/check/generate.ts", "types");
  await house.build();
  // Data of the release before, which the copy upgrades.
  const earlier = await startServer({ DATA_DIR: house.dataDir });
  await addAccounts(earlier, [{ name: "Here before" }]);
  await earlier.stop();
  copy = await house.start();
  // Read at once: most tests begin with an empty CRM.
  upgraded = await asOwner(copy, "/rest/v1/accounts?select=name,size");
  await asOwner(copy, "/rest/v1/modules?key=eq.leases", { method: "PATCH", body: { live: true } });
}, 600_000);
afterAll(() => house?.remove(), 60_000);

const signedIn = async (page: Page) => asAdmin(page, copy);
const textOf = async (download: Promise<{ createReadStream(): Promise<NodeJS.ReadableStream> }>) => {
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8").replace("\uFEFF", "");
};
const emptyLeases = () => asOwner(copy, "/rest/v1/leases?id=not.is.null", { method: "DELETE" });

test("a third module: sidebar, tile, list, dialog and page", async ({ open }) => {
  const page = await open({ viewport: desktop, baseURL: copy.url });
  await emptyLeases();
  await signedIn(page);
  const [norrfall] = await addAccounts(copy, [{ name: "Norrfall" }, { name: "Castelline" }]);
  await page.goto("/admin");
  await page.getByRole("region", { name: "Leases that end soon" }).waitFor();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Leases" }).click();
  await page.getByText("No leases yet. Create your first one!").waitFor();

  await page.getByRole("button", { name: "New Lease" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Lease" });
  await dialog.getByLabel("Title").fill("Harbor office");
  await dialog.getByLabel("Tenant").fill("norr");
  await page.getByRole("option", { name: "Norrfall" }).click();
  await dialog.getByLabel("Owner").fill("Noor");
  await page.getByRole("option", { name: "Noor Marchetti" }).click();
  await dialog.getByLabel("Rent").fill("one thousand");
  await dialog.getByRole("button", { name: "Create lease" }).click();
  await dialog.getByText("Write an amount like 1,250.50").waitFor();
  await dialog.getByLabel("Rent").fill("1,250.50");
  await dialog.getByLabel("Currency").selectOption("EUR");
  await typeParts(page, "Starts", "11152026");
  await dialog.getByLabel("State").selectOption("Signed");
  await dialog.getByRole("button", { name: "Create lease" }).click();
  await toast(page, "Lease created");

  expect(await headings(page)).toEqual(["Title", "Tenant", "Owner", "Rent", "Starts", "State", "Actions"]);
  const row = rowOf(page, "Harbor office");
  for (const text of ["Norrfall", "Noor Marchetti", "€1,250.50", "Nov 15, 2026", "Signed"])
    await row.getByText(text, { exact: true }).waitFor();
  expect(await asOwner(copy, "/rest/v1/leases?select=rent,currency,starts,account_id")).toEqual([
    { rent: 125050, currency: "EUR", starts: "2026-11-15", account_id: norrfall?.id },
  ]);

  await row.getByRole("link", { name: "Harbor office" }).click();
  await page.getByRole("heading", { name: "Harbor office" }).waitFor();
  await page.locator("dl", { hasText: "Rent" }).getByText("€1,250.50").waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await page.getByRole("dialog").getByLabel("Rent").inputValue()).toBe("1250.50");
  expect(problemsOf(page)).toEqual([]);
  await emptyLeases();
});

test("a third module: search, filters, palette, its own screen, panel, delete warning", async ({ open }) => {
  const page = await open({ viewport: desktop, baseURL: copy.url });
  await emptyLeases();
  await signedIn(page);
  const [norrfall] = await addAccounts(copy, [{ name: "Norrfall" }, { name: "Castelline" }]);
  const lease = {
    title: "Harbor office",
    account_id: norrfall?.id,
    rent: 125050,
    starts: "2026-11-15",
    state: "Signed",
  };
  await asOwner(copy, "/rest/v1/leases", { method: "POST", body: [lease] });
  await page.goto("/admin/leases");
  const find = page.getByLabel("Find a lease");
  await find.fill("norrfall");
  await page.getByText("1 lease, newest first").waitFor();
  await find.fill("castelline");
  await page.getByText("No leases match").waitFor();
  for (const [query, found] of [
    ["state=Signed", 1],
    ["state=Draft", 0],
    [`account=${norrfall?.id}`, 1],
    ["starts=2026-11-01..2026-11-30", 1],
    ["starts=2026-12-01..", 0],
    ["rent=1000..2000", 1],
    ["rent=..1000", 0],
  ] as const) {
    await page.goto(`/admin/leases?${query}`);
    await page.getByText(found ? "1 lease, newest first" : "No leases match").waitFor();
  }
  await page.goto("/admin/leases");
  await rowOf(page, "Harbor office").waitFor();
  await page.keyboard.press("f");
  await page.getByRole("combobox", { name: "Find a field" }).fill("state");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Filter State" }).getByLabel("Signed", { exact: true }).click();
  await page.waitForURL(/filter=state.is.Signed/);

  await page.goto("/admin/leases/calendar");
  await page.getByRole("heading", { name: "Lease calendar" }).waitFor();
  await page.goto(`/admin/crm/accounts/${norrfall?.id}`);
  await page.getByRole("region", { name: "Leases" }).getByText(`Leases of ${norrfall?.id}`).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill("harbor");
  await page.getByRole("option", { name: /^Harbor office/ }).waitFor();

  // Records that others refer to are archived, not deleted, and it is said which.
  await page.goto("/admin/crm");
  await page.getByRole("button", { name: "Delete Norrfall" }).click();
  await page
    .getByRole("dialog")
    .getByText(/^1 lease belongs to it, so it cannot be deleted\./)
    .waitFor();
  expect(problemsOf(page)).toEqual([]);
  await emptyLeases();
});

test("a third module: CSV out and in again, exactly", async ({ open }) => {
  const page = await open({ viewport: desktop, baseURL: copy.url });
  await emptyLeases();
  await signedIn(page);
  const [norrfall] = await addAccounts(copy, [{ name: "Norrfall" }]);
  const columns = "title,rent,currency,starts,signed_at,state";
  const leases = [
    { title: "Harbor office", rent: 125050, currency: "EUR", starts: "2026-11-15", state: "Signed" },
    { title: "Tokyo desk", rent: 98000, currency: "JPY", starts: null, state: "Draft" },
    { title: "=Yard", rent: null, currency: "USD", starts: "2026-02-28", state: "Ended" },
  ].map((row) => ({ ...row, account_id: norrfall?.id, signed_at: "2026-11-15T09:30:00.000Z" }));
  await asOwner(copy, "/rest/v1/leases", { method: "POST", body: leases });
  const stored = () => asOwner(copy, `/rest/v1/leases?select=${columns},account:accounts(name)&order=title`);
  const before = await stored();
  await page.goto("/admin/leases");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await textOf(download);
  expect(text).toContain("Harbor office,Norrfall,,1250.50,EUR,2026-11-15");
  expect(text).toContain("Tokyo desk,Norrfall,,98000,JPY,,");
  await emptyLeases();
  await page.goto("/admin/leases?dialog=import");
  const dialog = page.getByRole("dialog", { name: "Import leases" });
  const buffer = Buffer.from(text);
  await page.locator("input[type=file]").setInputFiles({ name: "leases.csv", mimeType: "text/csv", buffer });
  await dialog.getByRole("button", { name: "Check 3 rows" }).click();
  await dialog.getByRole("button", { name: "Import 3 leases" }).click();
  await toast(page, "3 leases imported");
  expect(await stored()).toEqual(before);
  await emptyLeases();
});

test("a third module that is switched off is Coming Soon, and loses nothing", async ({ open }) => {
  const page = await open({ viewport: desktop, baseURL: copy.url });
  await signedIn(page);
  const [norrfall] = await addAccounts(copy, [{ name: "Norrfall" }]);
  await asOwner(copy, "/rest/v1/leases", { method: "POST", body: [{ title: "Kept", account_id: norrfall?.id }] });
  await asOwner(copy, "/rest/v1/modules?key=eq.leases", { method: "PATCH", body: { live: false } });
  await page.goto("/admin/leases");
  await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Leases Soon" }).waitFor();
  await page.goto(`/admin/crm/accounts/${norrfall?.id}`);
  await page.getByRole("heading", { name: "Norrfall" }).waitFor();
  await page.getByRole("region", { name: "Contacts" }).waitFor();
  expect(await page.getByRole("region", { name: "Leases" }).count()).toBe(0);
  await asOwner(copy, "/rest/v1/modules?key=eq.leases", { method: "PATCH", body: { live: true } });
  await page.goto("/admin/leases");
  await rowOf(page, "Kept").waitFor();
  await emptyLeases();
});

test("a column more: form, table, page, filter, search, CSV both ways", async ({ open }) => {
  const page = await open({ viewport: desktop, baseURL: copy.url });
  await emptyLeases();
  await signedIn(page);
  await page.goto("/admin/crm?dialog=new");
  const dialog = page.getByRole("dialog", { name: "New Account" });
  await dialog.getByLabel("Company name").fill("Norrfall");
  await dialog.getByLabel("Size").selectOption("Large");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await toast(page, "Account created");
  expect(await headings(page)).toEqual([
    "Name",
    "Type",
    "Industry",
    "Size",
    "Website",
    "Owner",
    "Last contact",
    "Open value",
    "Next step",
    "Actions",
  ]);
  await rowOf(page, "Norrfall").getByText("Large").waitFor();
  await page.getByLabel("Find an account").fill("large");
  await page.getByText("1 account, newest first").waitFor();
  await page.goto("/admin/crm");
  await checkFilter(page, "Size", "Small");
  await page.getByText("No accounts match").waitFor();
  await page.goto("/admin/crm?size=Large");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = await textOf(download);
  expect(text).toContain("Company name,Type,Industry,Size,Domain");
  expect(text).toContain("Norrfall,Prospect,,Large,");
  await rowOf(page, "Norrfall").getByRole("link", { name: "Norrfall" }).click();
  await page.getByRole("region", { name: "Details" }).getByText("Large").waitFor();
  await page.goto("/admin/crm?dialog=import");
  const buffer = Buffer.from("Name,Size\nCastelline,small\n");
  await page.locator("input[type=file]").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
  const importing = page.getByRole("dialog", { name: "Import accounts" });
  await importing.getByRole("button", { name: "Check 1 row" }).click();
  await importing.getByRole("button", { name: "Import 1 account" }).click();
  await toast(page, "1 account imported");
  expect(await asOwner(copy, "/rest/v1/accounts?select=size&name=eq.Castelline")).toEqual([{ size: "Small" }]);
});

test("a migration on an old data directory keeps its rows, and gives them the new column", () => {
  expect(upgraded).toEqual([{ name: "Here before", size: null }]);
});

test("a rule about records: the data API refuses with its sentence", async () => {
  await emptyLeases();
  const [norrfall] = await addAccounts(copy, [{ name: "Norrfall" }]);
  const signed = { account_id: norrfall?.id, starts: "2026-11-15", state: "Signed" };
  const add = (title: string) => asOwner(copy, "/rest/v1/leases", { method: "POST", body: [{ ...signed, title }] });
  await add("Harbor office");
  await expect(add("Again")).rejects.toThrow("This company has a signed lease from that day.");
  await emptyLeases();
});

test("a webhook: only signed events count, and each once", async () => {
  await emptyLeases();
  const [norrfall] = await addAccounts(copy, [{ name: "Norrfall" }]);
  const body = [{ title: "Harbor office", account_id: norrfall?.id, rent: 1000 }];
  const [lease] = await asOwner<{ id: string }[]>(copy, "/rest/v1/leases", { method: "POST", body });
  const event = { key: `signed ${lease?.id}`, type: "signed", payload: { lease: lease?.id } };
  const tell = async (signature: string) =>
    (
      await fetch(`${copy.url}/api/webhooks/signer`, {
        method: "POST",
        headers: { signature },
        body: JSON.stringify(event),
      })
    ).status;
  expect(await tell("of someone else")).toBe(401);
  expect([await tell("of the signer"), await tell("of the signer")]).toEqual([200, 200]);
  const stored = () => asOwner(copy, `/rest/v1/leases?id=eq.${lease?.id}&select=rent,state`);
  await expect.poll(stored).toEqual([{ rent: 1001, state: "Signed" }]);
  await emptyLeases();
});

test("a page: prerendered under its address", async ({ open }) => {
  const page = await open({ viewport: desktop, baseURL: copy.url });
  await page.goto("/partners");
  await page.getByRole("heading", { name: "Partners" }).waitFor();
  expect(await page.title()).toContain("Partners");
});

test("a mail text and a token page: the tenant reads the lease at the address that the mail contains", async ({
  open,
}) => {
  const page = await open({ viewport: desktop, baseURL: copy.url });
  await emptyLeases();
  const [norrfall] = await addAccounts(copy, [{ name: "Norrfall" }]);
  const body = [{ title: "Harbor <office>", account_id: norrfall?.id }];
  const [lease] = await asOwner<{ id: string }[]>(copy, "/rest/v1/leases", { method: "POST", body });
  const session = JSON.parse(await sessionOf(copy, await addPerson(copy, { admin: true }))) as { access_token: string };
  const send = () =>
    fetch(`${copy.url}/api/leases/${lease?.id}/mail`, {
      method: "POST",
      headers: { Authorization: `Bearer ${session.access_token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ to: "tenant@norrfall.example" }),
    });
  expect((await fetch(`${copy.url}/api/leases/${lease?.id}/mail`, { method: "POST" })).status).toBe(401);
  expect((await send()).status).toBe(200);
  // Without a mail provider the server prints the link.
  const address = /http\S+\/lease\/[\w-]{43}/;
  await expect.poll(() => address.test(copy.output())).toBe(true);
  const [link = ""] = address.exec(copy.output()) ?? [];
  expect(copy.output()).toContain("Your lease: Harbor <office>");
  const response = await page.goto(link);
  expect(response?.headers()["x-robots-tag"]).toBe("noindex, nofollow");
  await page.getByRole("heading", { name: "Harbor <office>" }).waitFor();
  // Off, the module has neither.
  await asOwner(copy, "/rest/v1/modules?key=eq.leases", { method: "PATCH", body: { live: false } });
  // A second apart: a link may be read thirty times in a minute.
  const status = () => expect.poll(async () => (await fetch(link)).status, { interval: 1000 });
  await status().toBe(404);
  expect((await send()).status).toBe(404);
  await asOwner(copy, "/rest/v1/modules?key=eq.leases", { method: "PATCH", body: { live: true } });
  await status().toBe(200);
  await emptyLeases();
});

test("neither breaks a test of what it does not touch, nor a rule", { timeout: 900_000 }, async () => {
  await house.run("node_modules/typescript/bin/tsc", "--noEmit");
  await house.run("tools/check/lint/check-sql-borders.ts");
  await house.run(
    "node_modules/vitest/vitest.mjs",
    "run",
    "modules/registry.test.ts",
    "modules/accounts",
    "modules/deals/sql/deal-records.test.ts",
    "server/platform/database/crm-tables.test.ts",
    "server/platform/database/find-everything.test.ts",
    "server/platform/database/import.test.ts",
    "server/platform/database/migrate.test.ts",
    "server/platform/database/row-level-security.test.ts",
    "server/platform/database/search.test.ts",
    "server/platform/module-switches.test.ts",
    "server/http/website/paths.test.ts",
    "tools/check/generate-types.test.ts",
  );
});
