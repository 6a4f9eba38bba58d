// The timeline on the pages of accounts and contacts: what happened, notes, merging, erasing; and the frame around it. What `npm test -- all` adds.
import { expect } from "vitest";
import { axeViolations, expectAccessibleInBothThemes } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll, expectOutline } from "./page-checks.ts";
import { addContacts, asOwner } from "./people.ts";
import { entries, headings, norrfall, switchTimeline, timelineOf } from "./timeline-screen.ts";

test("off, a record's page is as before; on, it takes the frame", async ({ page, server }) => {
  const { account } = await norrfall(page, server);
  await switchTimeline(server, false);
  await page.goto(account);
  await page.getByRole("heading", { name: "Norrfall", level: 1 }).waitFor();
  await page.getByRole("region", { name: "Contacts" }).getByRole("link", { name: "Ada Lind" }).waitFor();
  expect(await timelineOf(page).count()).toBe(0);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem").first().waitFor();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Delete account"]);
  await switchTimeline(server, true);
  await page.goto(account);
  await entries(page).first().waitFor();
  const [left, middle] = [page.getByRole("region", { name: "Details" }), timelineOf(page)];
  const [details, feed] = [await left.boundingBox(), await middle.boundingBox()];
  expect(feed!.x).toBeGreaterThan(details!.x + details!.width);
  expect(problemsOf(page)).toEqual([]);
});

test("timeline 1: the filter shows one kind, and says when there is none", async ({ page, server }) => {
  const { account } = await norrfall(page, server);
  await page.goto(account);
  await page.getByLabel("Note", { exact: true }).fill("Called, no answer");
  await page.getByRole("button", { name: "Add note" }).click();
  await toast(page, "Note added");
  await expect.poll(() => entries(page).count()).toBe(3);
  const filter = page.getByRole("group", { name: "Show entries" });
  await filter.getByRole("button", { name: "Notes" }).click();
  await expect.poll(() => headings(page)).toEqual([expect.stringMatching(/^Note by /)]);
  await filter.getByRole("button", { name: "Changes" }).click();
  await expect.poll(() => entries(page).count()).toBe(2);
  await filter.getByRole("button", { name: "Stages" }).click();
  await page.getByText("No stages here").waitFor();
});

test("timeline 2: an account names the person an entry is about, with a link", async ({ page, server }) => {
  const { account, ada } = await norrfall(page, server);
  await page.goto(account);
  await entries(page).filter({ hasText: "Contact created" }).getByRole("link", { name: "Ada Lind" }).click();
  await page.waitForURL(ada);
  await expect.poll(() => headings(page)).toEqual(["Contact created"]);
});

test("timeline 3: a save of several fields in the dialog is one entry that lists them", async ({ page, server }) => {
  const { ada } = await norrfall(page, server);
  await page.goto(ada);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Chief");
  await dialog.getByLabel("Phone").fill("+47 1");
  await dialog.getByLabel("Role").fill("Sponsor");
  await dialog.getByRole("button", { name: /^(Save|Update)/ }).click();
  await toast(page, "Contact updated");
  await expect.poll(() => entries(page).count()).toBe(2);
  const lines = await entries(page).first().getByRole("listitem").allTextContents();
  expect(lines.map((line) => line.replace(/\s+/g, " ")).sort()).toEqual([
    "Phone: +47 1",
    "Role: Sponsor",
    "Title: Head →to Chief",
  ]);
});

test("timeline 5: quick corrections of one field read as one entry", async ({ page, server }) => {
  const { ada, adaId } = await norrfall(page, server);
  for (const title of ["Chif", "Chieff", "Chief"])
    await asOwner(server, `/rest/v1/contacts?id=eq.${adaId}`, { method: "PATCH", body: { title } });
  await page.goto(ada);
  await page.getByText("Saved 3 times within minutes.").waitFor();
  expect(await headings(page)).toHaveLength(2);
  await entries(page).first().getByText("Title: Head").waitFor();
});

test("timeline 7: a note that cannot be saved stays in the box, and says why; sent again it is one note", async ({
  page,
  server,
}) => {
  const { ada, adaId } = await norrfall(page, server);
  await page.goto(ada);
  const box = page.getByLabel("Note", { exact: true });
  // The answer is lost after the note was stored.
  let lost = false;
  await page.route("**/rest/v1/notes*", async (route) => {
    if (route.request().method() !== "POST" || lost) return route.continue();
    lost = true;
    await route.fetch();
    return route.abort("connectionfailed");
  });
  await box.fill("Only once");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("No connection to the server. Try again when it is back.").first().waitFor();
  expect(await box.inputValue()).toBe("Only once");
  await page.getByRole("button", { name: "Add note" }).click();
  await toast(page, "Note added");
  expect(await asOwner<unknown[]>(server, `/rest/v1/notes?contact_id=eq.${adaId}`)).toHaveLength(1);
});

test("timeline 9: a person who was deleted is still named on the account", async ({ page, server }) => {
  const { account, adaId } = await norrfall(page, server);
  await asOwner(server, `/rest/v1/contacts?id=eq.${adaId}`, { method: "DELETE" });
  await page.goto(account);
  await expect
    .poll(() => headings(page))
    .toEqual(["Contact deleted: Ada Lind (deleted)", "Contact created: Ada Lind (deleted)", "Account created"]);
  // As long as it can be undone, the entry says so.
  await entries(page).first().getByRole("button", { name: "Undo" }).click();
  await toast(page, "Contact is back");
  await expect.poll(async () => (await headings(page))[0]).toContain("Contact restored: Ada Lind");
});

test("timeline 13: opening, typing and leaving stores nothing; an empty note is refused in the box", async ({
  page,
  server,
}) => {
  const { ada } = await norrfall(page, server);
  await page.goto(ada);
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByText("Write something first.").waitFor();
  await page.getByLabel("Note", { exact: true }).fill("Half a thou");
  await page.goto("/admin");
  expect(await asOwner<unknown[]>(server, "/rest/v1/notes")).toEqual([]);
});

test("by keyboard alone: N writes, J and K go through the entries, the menu of a note opens and closes", async ({
  page,
  server,
}) => {
  const { account } = await norrfall(page, server);
  await page.goto(account);
  await entries(page).first().waitFor();
  await page.keyboard.press("n");
  await page.keyboard.type("Typed by hand");
  await page.keyboard.press("Control+Enter");
  await toast(page, "Note added");
  await expect.poll(() => entries(page).count()).toBe(3);
  // Single keys rest while someone types.
  await page.keyboard.type("jk");
  expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("jk");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.getByRole("heading", { level: 1 }).click();
  const isFocused = (index: number) =>
    entries(page)
      .nth(index)
      .evaluate((entry) => entry === document.activeElement);
  await page.keyboard.press("h");
  expect(await isFocused(0)).toBe(true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await isFocused(2)).toBe(true);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await isFocused(0)).toBe(true);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Edit" }).waitFor();
  await page.keyboard.press("Escape");
  expect(
    await page.getByRole("button", { name: "Note actions" }).evaluate((button) => button === document.activeElement),
  ).toBe(true);
});

test("a timeline that fails says so, with a way to try again; the record itself is there", async ({ page, server }) => {
  const { account } = await norrfall(page, server);
  await page.route("**/rest/v1/rpc/record_timeline*", (route) =>
    route.fulfill({
      status: 400,
      contentType: "application/json",
      body: JSON.stringify({ message: "Out of order", code: "X" }),
    }),
  );
  await page.goto(account);
  await page.getByRole("alert").getByText("Failed to load the timeline.").waitFor();
  await page.getByRole("heading", { name: "Norrfall", level: 1 }).waitFor();
  await page.unroute("**/rest/v1/rpc/record_timeline*");
  await page.getByRole("button", { name: "Try again" }).click();
  await entries(page).first().waitFor();
});

test("on a phone one part at a time, nothing scrolls sideways, buttons are large enough", async ({ open, server }) => {
  const page = await open({ viewport: phone });
  const { account } = await norrfall(page, server);
  await page.goto(account);
  await entries(page).first().waitFor();
  await page.getByLabel("Note", { exact: true }).fill(`A long note ${"https://norrfall.example/".padEnd(300, "x")}`);
  await page.getByRole("button", { name: "Add note" }).click();
  await toast(page, "Note added");
  await expectNoSidewaysScroll(page, "timeline on a phone");
  const details = page.getByRole("region", { name: "Details" });
  expect(await details.isVisible()).toBe(false);
  const parts = page.getByRole("group", { name: "Show", exact: true });
  await parts.getByRole("button", { name: "Details" }).click();
  await details.waitFor();
  await page.getByRole("region", { name: "Contacts" }).waitFor();
  expect(await timelineOf(page).isVisible()).toBe(false);
  await expectNoSidewaysScroll(page, "details on a phone");
  await parts.getByRole("button", { name: "Timeline" }).click();
  const { height } = (await page.getByRole("button", { name: "Add note" }).boundingBox())!;
  expect(height).toBeGreaterThanOrEqual(40);
  expect(await axeViolations(page)).toEqual([]);
});

test("axe finds nothing in either theme, and the outline has no gap", async ({ open, server }) => {
  const page = await open({ reducedMotion: "reduce" });
  const { account, accountId, adaId } = await norrfall(page, server);
  for (const body of [
    { body: "A note", account_id: accountId, pinned: true },
    { body: "Another", contact_id: adaId, pinned: false },
  ])
    await asOwner(server, "/rest/v1/notes", { method: "POST", body });
  await asOwner(server, `/rest/v1/accounts?id=eq.${accountId}`, { method: "PATCH", body: { industry: "Rail" } });
  await page.goto(account);
  await expect.poll(() => entries(page).count()).toBe(5);
  await page.getByRole("region", { name: "Pinned notes" }).waitFor();
  await expectOutline(page);
  await expectAccessibleInBothThemes(page, "an account's timeline");
});

test("timeline 8: merging says what moves, and moves it", async ({ page, server }) => {
  const { account, accountId, ada } = await norrfall(page, server);
  const [double] = await addContacts(server, [{ account_id: accountId, name: "A. Lind", phone: "123" }]);
  await asOwner(server, "/rest/v1/notes", { method: "POST", body: { body: "Prefers calls", contact_id: double!.id } });
  await page.goto(ada);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Merge with another" }).click();
  const choosing = page.getByRole("dialog", { name: "Merge into Ada Lind" });
  expect(await choosing.getByRole("button", { name: "Compare" }).isDisabled()).toBe(true);
  await choosing.getByRole("combobox").fill("A. L");
  await page.getByRole("option", { name: "A. Lind" }).click();
  await choosing.getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two contacts" });
  await dialog
    .getByText(
      "1 note and 2 timeline entries of A. Lind move to Ada Lind, and the contact A. Lind is gone. The merge can be undone for 30 days.",
    )
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Merge contacts" }).click();
  await toast(page, "A. Lind merged into Ada Lind");
  await expect
    .poll(() => headings(page))
    .toEqual([
      expect.stringContaining("A. Lind merged into Ada Lind"),
      expect.stringMatching(/^Note/),
      "Contact created",
      "Contact created",
    ]);
  await page.locator("header dl").getByText("123").waitFor();
  await page.goto(account);
  await page.getByRole("region", { name: "Contacts" }).getByText("Contacts 1").waitFor();
});

test("timeline 1: newest first under office days, 50 at a time; Load more puts the focus on the first new entry", async ({
  page,
  server,
}) => {
  const { account, accountId } = await norrfall(page, server);
  for (let n = 1; n <= 55; n += 1)
    await asOwner(server, `/rest/v1/accounts?id=eq.${accountId}`, {
      method: "PATCH",
      body: n % 2 ? { industry: `I${n}` } : { domain: `d${n}.example` },
    });
  await page.goto(account);
  await page.getByRole("button", { name: "Load more" }).waitFor();
  expect(await timelineOf(page).getByRole("heading", { level: 3 }).allTextContents()).toEqual(["Today"]);
  expect(await entries(page).count()).toBe(50);
  expect((await headings(page))[0]).toContain("Account changed");
  await page.getByRole("button", { name: "Load more" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => entries(page).count()).toBe(57);
  const focused = page.locator("article:focus");
  await focused.waitFor();
  expect(
    await entries(page)
      .nth(50)
      .evaluate((entry) => entry === document.activeElement),
  ).toBe(true);
  expect(await page.getByRole("button", { name: "Load more" }).count()).toBe(0);
  expect(await headings(page)).toEqual(expect.arrayContaining([expect.stringContaining("Account created")]));
});

test("timeline 10: erasing a person asks first, and leaves no word of theirs on the page", async ({ page, server }) => {
  const { account, ada, adaId } = await norrfall(page, server);
  await asOwner(server, "/rest/v1/notes", { method: "POST", body: { body: "Secret words", contact_id: adaId } });
  await page.goto(ada);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Erase person" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase this person?" });
  await dialog.getByText("This cannot be undone.").waitFor();
  await dialog.getByRole("button", { name: "Erase person" }).click();
  await toast(page, "Person erased");
  await page.getByRole("heading", { name: "Erased person", level: 1 }).waitFor();
  await expect.poll(async () => (await headings(page))[0]).toContain("Person erased");
  for (const address of [ada, account]) {
    await page.goto(address);
    await entries(page).first().waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/Ada|Lind|Secret|Head/);
  }
});
