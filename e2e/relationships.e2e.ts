// Relationships: from the first talk to a suggestion that is accepted by key, a refusal, and the company's panel.
import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { phone, test } from "./fixtures.ts";
import { asAdmin, asOwner, signInAs } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

const add = <Row>(server: RunningServer, table: string, rows: object[]) =>
  asOwner<Row[]>(server, `/rest/v1/${table}`, { method: "POST", body: rows });

test("relationships 10, relationships 12, relationships 2: a talk is noted, suggestions are decided by keys, the company says who knows them", async ({
  page,
  open,
  server,
}) => {
  await asOwner(server, "/rest/v1/modules?key=in.(relationships,timeline,tasks)", {
    method: "PATCH",
    body: { live: true },
  });
  const me = await asAdmin(page, server);
  const [company] = await add<{ id: string }>(server, "accounts", [{ name: "Castelline" }]);
  const people = await add<{ id: string }>(
    server,
    "contacts",
    ["Ilse Varga", "Espen Falk", "Falk, Espen", "Rosa Imhof", "Rosa Imhof"].map((name) => ({
      account_id: company!.id,
      name,
    })),
  );
  await page.goto("/admin/relationships?tab=suggestions");
  // Compared in the background; the open page follows.
  await page.getByRole("heading", { name: "2 suggestions" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  // X refuses the one that is marked; it is under "Refused", and not here.
  const first = await page.locator("[data-suggestion][aria-current=true]").getByRole("heading").textContent();
  await page.keyboard.press("x");
  await page.getByRole("heading", { name: "1 suggestion", exact: true }).waitFor();
  await page.getByRole("button", { name: "Refused, 1" }).click();
  await page.getByRole("heading", { name: first!, level: 3 }).waitFor();
  await page.getByRole("button", { name: "Back to the open ones" }).click();
  await page.getByRole("heading", { name: "1 suggestion", exact: true }).waitFor();
  await page.keyboard.press("a");
  await page.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await page.getByText("Nothing to count yet").waitFor();
  expect(await asOwner<object[]>(server, "/rest/v1/contacts?select=id")).toHaveLength(4);

  await page.goto(`/admin/crm/contacts/${people[0]!.id}`);
  const knows = page.getByRole("region", { name: "Who knows them" });
  await knows.getByText("None of us yet").waitFor();
  await knows.getByRole("button", { name: "Note a talk" }).click();
  await page.getByRole("dialog").getByLabel("What about").fill("We talked about March.");
  await page.getByRole("button", { name: "Note it" }).click();
  await knows.getByText("Good 37").waitFor();
  await knows.getByRole("button", { name: "1 day with contact" }).click();
  await page.getByRole("dialog").getByText("From them: talk").waitFor();
  await page.keyboard.press("Escape");

  const small = await open({ viewport: phone });
  await signInAs(small, server, me);
  await small.goto(`/admin/crm/accounts/${company!.id}`);
  await small.getByRole("button", { name: "Who knows them" }).click();
  await small.getByText(/knows them best: good \(37\), 1 day with Ilse Varga/).waitFor();
  await small.getByText(/Only .* knows them well\./).waitFor();
  await small.getByRole("button", { name: "Table" }).click();
  await small.getByRole("region", { name: "Table of ties" }).getByText("Good 37").waitFor();

  // Erased, nothing is counted of them any more, and their panel says so at once.
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Erase person" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Erase person" }).click();
  await page.getByRole("heading", { name: "Erased person", level: 1 }).waitFor();
  await knows.getByRole("heading", { name: "Who knows them Nothing is counted" }).waitFor();
  expect(await knows.getByText("Good 37").count()).toBe(0);
});
