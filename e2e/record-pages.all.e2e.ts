// Pages of companies, people and deals, and the composer on them. What `npm test -- all` adds.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { addDeals, startDeals } from "./deal-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { startOutreach } from "./outreach-screen.ts";
import { addAccounts, addContacts, emptyCrm } from "./people.ts";
import { inDatabase } from "./task-screen.ts";
import { entries } from "./timeline-screen.ts";

const title = "h1";

test("records 7: each fact is said once, empty panels are one line, addresses do not break; a note names a colleague and has a list", async ({
  page,
  server,
}) => {
  await emptyCrm(server);
  await startOutreach(page, server, "timeline", "tasks", "deals", "documents");
  await inDatabase(
    server,
    (sql) =>
      sql`update public.staff set name = 'Noor Marchetti' where user_id = (select user_id from public.staff where active order by created_at desc limit 1)`,
  );
  const [account] = await addAccounts(server, [{ name: "Norrfall", industry: "Energy" }]);
  const email = `${"a-very-long-name-of-a-person-".repeat(3)}maren@norrfall.example`;
  const [maren] = await addContacts(server, [
    { name: "Maren Oduya", title: "Chief Operating Officer", email, account_id: account!.id },
  ]);
  await page.goto(`/admin/crm/contacts/${maren!.id}`);
  await entries(page).first().waitFor();
  const main = page.getByRole("main");
  expect(await main.getByText(email, { exact: true }).count()).toBe(1);
  expect(await main.getByText("Chief Operating Officer", { exact: true }).count()).toBe(1);
  const { height } = (await main.getByText(email, { exact: true }).boundingBox())!;
  expect(height).toBeLessThan(36);
  for (const empty of ["Documents", "Deals", "Next steps"]) {
    const panel = page.getByRole("region", { name: empty, exact: true });
    await panel.getByText("None").waitFor();
    expect((await panel.boundingBox())!.height).toBeLessThan(50);
  }
  const [next, timeline] = ["Next steps", "Timeline"].map((name) => page.getByRole("region", { name, exact: true }));
  expect((await next!.boundingBox())!.y).toBeLessThan((await timeline!.boundingBox())!.y);

  const box = page.getByLabel("Note", { exact: true });
  await box.fill("**Five** people:\n- price\n- ask @mar");
  await page.getByRole("option", { name: "Noor Marchetti" }).waitFor();
  await box.press("Enter");
  expect(await box.inputValue()).toBe("**Five** people:\n- price\n- ask @Noor Marchetti ");
  await box.press("Control+Enter");
  await toast(page, "Note added");
  const note = entries(page).filter({ hasText: "Five" });
  expect(await note.locator("b").filter({ hasText: "Five" }).count()).toBe(1);
  expect(await note.getByRole("listitem").allTextContents()).toEqual(["price", "ask @Noor Marchetti"]);
  const [stored] = await inDatabase(
    server,
    (sql) => sql<{ named: number }[]>`select cardinality(mentions) as named from public.notes`,
  );
  expect(stored).toEqual({ named: 1 });
  expect(problemsOf(page)).toEqual([]);
});

test("records 8: E in a list writes to each of the selected: a preview per person with their tags filled, and who is left out and why", async ({
  page,
  server,
}) => {
  await emptyCrm(server);
  await startOutreach(page, server, "timeline");
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [
    { name: "Maren Oduya", email: "maren@norrfall.example", account_id: account!.id },
    { name: "Espen Lunde", email: "espen@norrfall.example", account_id: account!.id },
    { name: "Maren Twin", email: "MAREN@norrfall.example", account_id: account!.id },
    { name: "Silas Brandt", account_id: account!.id },
  ]);
  await page.goto("/admin/crm?tab=contacts&sort=name");
  await page.getByLabel("Select all contacts on this page").check();
  await page.getByRole("button", { name: "Write", exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear selection" }).focus();
  await page.keyboard.press("e");
  const composer = page.getByRole("dialog", { name: "New mail" });
  await composer.getByText("2 people get a mail of their own. 2 are left out.").waitFor();
  await composer.getByLabel("Subject").fill("Hello {{ contact.first_name }}");
  await composer.getByLabel("Text").fill("Dear {{ contact.first_name }},\n\nshall we?");
  await composer.getByRole("button", { name: "Preview" }).click();
  const question = page.getByRole("dialog", { name: "Send 2 mails?" });
  await question.getByText("Dear Espen,", { exact: false }).waitFor();
  await question.getByRole("button", { name: "Next mail" }).click();
  await question.getByText("Dear Maren,", { exact: false }).waitFor();
  expect(await question.getByRole("list", { name: "Left out" }).getByRole("listitem").allTextContents()).toEqual([
    "Maren TwinThe same address is above",
    "Silas BrandtNo e-mail address",
  ]);
  await question.getByRole("button", { name: "Queue 2 mails" }).click();
  await toast(page, "2 mails written: SAFE holds them in the outbox");
  const rows = await inDatabase(
    server,
    (sql) => sql`select to_address, subject, state from public.outbox order by to_address`,
  );
  expect(rows).toEqual([
    { to_address: "espen@norrfall.example", subject: "Hello Espen", state: "held" },
    { to_address: "maren@norrfall.example", subject: "Hello Maren", state: "held" },
  ]);
  expect(problemsOf(page)).toEqual([]);
});

test("records 7: J and K go through the list one came from, in its order, over the ends of its pages and after a reload; the way back has its filter", async ({
  page,
  server,
}) => {
  await emptyCrm(server);
  await startOutreach(page, server, "timeline");
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  const names = Array.from({ length: 52 }, (_, index) => `Person ${String(index + 1).padStart(2, "0")}`);
  await addContacts(
    server,
    names.map((name) => ({ name, account_id: account!.id })),
  );
  const shows = (name: string) => expect.poll(() => page.locator(title).textContent()).toBe(name);
  await page.goto("/admin/crm?tab=contacts&sort=name&search=Person");
  await page.getByRole("link", { name: "Person 49" }).click();
  await shows("Person 49");
  await page.getByText("49 of 52").waitFor();
  await page.keyboard.press("j");
  await shows("Person 50");
  await page.reload();
  await page.getByText("50 of 52").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Next in the list (J)" }).isEnabled()).toBe(true);
  await page.keyboard.press("j");
  await shows("Person 51");
  await page.keyboard.press("j");
  await shows("Person 52");
  await expect.poll(() => page.getByRole("button", { name: "Next in the list (J)" }).isDisabled()).toBe(true);
  await page.keyboard.press("k");
  await shows("Person 51");
  expect(await page.getByRole("link", { name: "CRM, contacts" }).getAttribute("href")).toContain("search=Person");
  // By its address alone there is no list to go through.
  await page.goto(page.url());
  const opened = await page.context().newPage();
  await opened.goto(page.url());
  await opened.locator(title).waitFor();
  expect(await opened.getByRole("button", { name: "Next in the list (J)" }).count()).toBe(0);
  await opened.close();
  expect(problemsOf(page)).toEqual([]);
});

test("records 7: from the board J and K go through its cards, column by column", async ({ page, server }) => {
  await startDeals(page, server);
  await addDeals(server, [
    { name: "Norrfall review", stage: "new" },
    { name: "Castelline pilot", stage: "new" },
    { name: "Meridel series", stage: "proposal" },
  ]);
  await page.goto("/admin/deals");
  await page.locator("[data-card-link]").first().waitFor();
  const names = await page.locator("[data-card-link]").allTextContents();
  expect(names).toHaveLength(3);
  await page.getByRole("link", { name: names[0]! }).click();
  await page.getByText("1 of 3").waitFor();
  for (const name of names.slice(1)) {
    await page.keyboard.press("j");
    await expect.poll(() => page.locator(title).textContent()).toBe(name);
  }
  await expect.poll(() => page.getByRole("button", { name: "Next in the list (J)" }).isDisabled()).toBe(true);
});
