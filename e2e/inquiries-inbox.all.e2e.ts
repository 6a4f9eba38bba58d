// Inquiries as colleagues meet them: the inbox, its clock and keys, replies, spam, routing, and the test of the whole chain. What `npm test -- all` adds.
import { beforeEach, expect } from "vitest";
import { expectAccessibleInBothThemes } from "./accessibility.ts";
import { desktop, phone } from "./fixtures.ts";
import { inquiriesOf, sendPlain, switchModules, test } from "./inquiries.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, addContacts, asOwner } from "./people.ts";
import { toast } from "./crm-screen.ts";
import type { RunningServer } from "./start-server.ts";
import { rows, row, pane, button, addInquiry, openInbox, tab } from "./inbox-screen.ts";

/** Everything of earlier tests out of the way: answered, closed or spam stays in its tab. */
beforeEach<{ server: RunningServer }>(async ({ server }) => {
  await switchModules(server, ["inquiries", "tasks", "timeline"], true);
});

/** No colour is on its way to another while it is looked at. */
const still = { reducedMotion: "reduce" } as const;

test("inquiries 15: sorted by time left; amber under 4 hours, red when late, by the viewer's clock", async ({
  open,
  server,
}) => {
  // Neither hour is near: at any time of day both messages come before the office closes, or both after.
  const [closes, earlier] = new Date().getHours() < 12 ? ["17:00", "16:00"] : ["06:00", "05:00"];
  const closesAt = (time: string) =>
    asOwner(server, "/rest/v1/office?id=eq.true", { method: "PATCH", body: { closes_at: time } });
  await closesAt(closes!);
  const later = await addInquiry(server, { name: "Later Lind" });
  // The office closes earlier: what comes now is due an hour before.
  await closesAt(earlier!);
  const sooner = await addInquiry(server, { name: "Sooner Soto" });
  await closesAt("17:00");
  expect(Date.parse(later.due_at!) - Date.parse(sooner.due_at!)).toBe(3_600_000);

  const page = await open();
  await page.clock.install();
  await openInbox(page, server);
  await row(page, "Later Lind").waitFor();
  const names = (await rows(page).allInnerTexts()).filter((text) => /Later Lind|Sooner Soto/.test(text));
  expect(names[0]).toContain("Sooner Soto");
  // Nothing is asked of the server from here on: what changes is the clock of anyone who looks.
  await page.context().setOffline(true);
  const due = Date.parse(later.due_at!);
  const clock = (name: string) => row(page, name).locator("[data-clock]");
  const looksAt = async (time: number) => page.clock.fastForward(time - (await page.evaluate(() => Date.now())));
  await looksAt(due - 4 * 3_600_000 - 60_000);
  await expect.poll(() => clock("Sooner Soto").getAttribute("data-clock")).toBe("near");
  expect(await clock("Later Lind").getAttribute("data-clock")).toBe("plain");
  expect(await clock("Later Lind").innerText()).toMatch(/^Answer by today \d\d:\d\d$/);
  await looksAt(due - 20 * 60_000);
  await expect.poll(() => clock("Sooner Soto").getAttribute("data-clock")).toBe("late");
  expect(await clock("Sooner Soto").innerText()).toMatch(/^Overdue 4\d min$/);
  expect(await clock("Later Lind").getAttribute("data-clock")).toBe("near");
});

test("inquiries 16: a reply from a template goes to the outbox, where SAFE holds it; a reload keeps the draft", async ({
  open,
  server,
}) => {
  const { id, email } = await addInquiry(server, { name: "Rita Reply" });
  const page = await open();
  // The name at the end of the text comes late: until then nothing can be typed that it would mix with.
  const { promise: named, resolve: name } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/staff?*", async (route) => {
    await named;
    await route.continue();
  });
  await openInbox(page, server, `/admin/inquiries?open=${id}`);
  const text = page.getByLabel("Reply to Rita Reply", { exact: true });
  expect(await text.inputValue()).toContain("Dear Rita,");
  expect(await text.isEditable()).toBe(false);
  name();
  await text.fill("Dear Rita,\n\nTuesday suits us.");
  await page.reload();
  expect(await text.inputValue()).toBe("Dear Rita,\n\nTuesday suits us.");
  await pane(page).getByText("SAFE: waits in the outbox. Nothing leaves until it is released.").first().waitFor();
  await button(page, "Queue reply").click();
  const preview = page.getByRole("dialog");
  await preview.getByText("Tuesday suits us.").waitFor();
  await preview.getByText(email).waitFor();
  await preview.getByRole("button", { name: "Queue reply" }).click();
  await toast(page, "Reply queued: SAFE holds it in the outbox");
  // What was written stands in the thread with its state, the clock goes on, and the composer is empty.
  const thread = page.getByRole("region", { name: "Replies" });
  await thread.getByText("Written, not sent: held by SAFE").waitFor();
  await thread.getByText("Tuesday suits us.").waitFor();
  await pane(page).getByText("The sender still waits for an answer.").waitFor();
  await pane(page)
    .getByText(/^Answer by /)
    .first()
    .waitFor();
  expect(await text.inputValue()).toBe("");
  expect(await button(page, "Queue reply").isDisabled()).toBe(true);
  const [message] = await asOwner<object[]>(
    server,
    `/rest/v1/outbox?origin_id=eq.${id}&dedupe_key=like.reply*&select=state,to_address,body_text`,
  );
  expect(message).toEqual({ state: "held", to_address: email, body_text: "Dear Rita,\n\nTuesday suits us." });
  expect(await inquiriesOf(server, email)).toMatchObject([{ state: "new" }]);

  // The same words once more: the database asks, and a second yes writes them.
  await text.fill("Dear Rita,\n\nTuesday suits us.");
  await button(page, "Queue reply").click();
  await preview.getByRole("button", { name: "Queue reply" }).click();
  await preview.getByText(`This very text was written to ${email} within the last day.`).waitFor();
  expect(await thread.getByRole("listitem").count()).toBe(1);
  await preview.getByRole("button", { name: "Go on writing" }).click();
  expect(await text.inputValue()).toContain("Tuesday suits us.");
  await button(page, "Queue reply").click();
  await preview.getByRole("button", { name: "Queue reply" }).click();
  await preview.getByRole("button", { name: "Queue it once more" }).click();
  await expect.poll(() => thread.getByRole("listitem").count()).toBe(2);
  // Taken back, its words are in the composer again.
  await page.getByLabel("Notifications").getByRole("button", { name: "Undo" }).first().click();
  await toast(page, "Taken back");
  await thread.getByText("Not sent: cancelled").waitFor();
  expect(await text.inputValue()).toBe("Dear Rita,\n\nTuesday suits us.");

  // The way on: the message in the outbox.
  await pane(page).getByRole("link", { name: "Release it in the outbox" }).first().click();
  await page.waitForURL(/\/admin\/outbox\?open=/);
});

test("by keyboard alone: J and K choose, E closes, ! marks as spam, and the letters can be switched off", async ({
  open,
  server,
}) => {
  const [first, second] = [
    await addInquiry(server, { name: "Kay One" }),
    await addInquiry(server, { name: "Kay Two" }),
  ];
  const page = await open();
  await openInbox(page, server, "/admin/inquiries?search=Kay");
  await row(page, "Kay One").waitFor();
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.row);
  const open1 = () => new URL(page.url()).searchParams.get("open");
  await page.keyboard.press("j");
  const at = await focused();
  expect([first.id, second.id]).toContain(at);
  await expect.poll(open1).toBe(at);
  await page.keyboard.press("k");
  await expect.poll(focused).not.toBe(at);
  const chosen = (await focused())!;
  await expect.poll(open1).toBe(chosen);
  // Its answer takes a while: the keys go on with the next one in the meantime.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/rpc/close_inquiry", async (route) => {
    await answered;
    await route.continue();
  });
  await page.keyboard.press("e");
  const stateOf = async (id: string) =>
    (await asOwner<{ state: string }[]>(server, `/rest/v1/inquiries?id=eq.${id}`))[0]!.state;
  const other = chosen === first.id ? second.id : first.id;
  await expect.poll(open1).toBe(other);
  // Keys act on what is shown, so it has to be.
  await page.getByLabel(`Reply to ${other === first.id ? "Kay One" : "Kay Two"}`, { exact: true }).waitFor();
  await page.evaluate(() => localStorage.setItem("single-key-shortcuts", "off"));
  await page.keyboard.press("!");
  await page.evaluate(() => localStorage.setItem("single-key-shortcuts", "on"));
  expect(await stateOf(other)).toBe("new");
  await page.keyboard.press("!");
  await toast(page, "Marked as spam. What it had made and nobody has touched is gone");
  expect(await stateOf(other)).toBe("spam");
  expect(await stateOf(chosen)).toBe("new");
  answer();
  await toast(page, "Closed without an answer");
  expect(await stateOf(chosen)).toBe("closed");
});

test("assigned, blocked, and offered what was typed otherwise", async ({ open, server }) => {
  const page = await open();
  const me = await openInbox(page, server);
  const [account] = await addAccounts(server, [{ name: "Known Ltd", domain: "known-ltd.example" }]);
  for (const name of ["Old Name", "Second Record"])
    await addContacts(server, [{ account_id: account!.id, name, email: "both@known-ltd.example" }]);
  const { id } = await addInquiry(server, { name: "New Name", email: "both@known-ltd.example" });
  await page.goto(`/admin/inquiries?open=${id}`);
  await pane(page).getByText("2 records share this address.", { exact: false }).waitFor();
  await button(page, "Take over Contact’s name").click();
  await toast(page, "Taken over");
  const contacts = await asOwner<{ name: string }[]>(
    server,
    "/rest/v1/contacts?email=eq.both@known-ltd.example&order=created_at",
  );
  expect(contacts.map(({ name }) => name)).toEqual(["New Name", "Second Record"]);
  await pane(page)
    .getByRole("button", { name: /^Assign/ })
    .click();
  await page
    .getByRole("menuitem")
    .filter({ hasText: me.email.split("@")[0]! })
    .click();
  await expect
    .poll(
      async () => (await asOwner<{ assignee_id: string }[]>(server, `/rest/v1/inquiries?id=eq.${id}`))[0]!.assignee_id,
    )
    .toBe(me.id);
  await button(page, "More actions").click();
  await page.getByRole("menuitem", { name: "Block both@known-ltd.example" }).click();
  await toast(page, "Blocked: what both@known-ltd.example sends is spam from now on");
  await page.goto("/admin/settings?tab=routing");
  await page.getByRole("button", { name: "Unblock both@known-ltd.example" }).click();
  await toast(page, "No longer blocked");
});

test("inquiries 9, 18: a stranger at a client's domain is offered on the cards, and a freely typed subject gets its deal there", async ({
  open,
  server,
}) => {
  await switchModules(server, ["deals"], true);
  const [account] = await addAccounts(server, [{ name: "Carded Ltd", domain: "carded.example" }]);
  const { id, email } = await addInquiry(server, {
    name: "Eve Unknown",
    email: "eve@carded.example",
    subject: "A thing of my own",
  });
  const page = await open();
  await openInbox(page, server, `/admin/inquiries/${id}`);
  await pane(page).getByText("and anyone can type such an address", { exact: false }).waitFor();
  expect(await inquiriesOf(server, email)).toMatchObject([{ contact_id: null }]);
  await button(page, "Add to Carded Ltd").click();
  await toast(page, "Taken over");
  await pane(page).getByRole("link", { name: "Carded Ltd", exact: true }).waitFor();
  const contacts = await asOwner<{ account_id: string }[]>(server, "/rest/v1/contacts?email=eq.eve@carded.example");
  expect(contacts).toMatchObject([{ account_id: account!.id }]);
  await pane(page).getByText("None: a subject typed freely makes none by itself").waitFor();
  await button(page, "Make a deal").click();
  await toast(page, "Deal made");
  await pane(page).getByRole("link", { name: "Carded Ltd: A thing of my own" }).first().waitFor();
  // A second message of theirs is linked with the deal that is there.
  await sendPlain(server, { name: "Eve Unknown", email, subject: "Another thing", message: "One more thing" });
  const second = (await inquiriesOf(server, email)).at(-1)!;
  await page.goto(`/admin/inquiries/${second.id}`);
  await button(page, "Link a deal").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Deal" }).fill("Carded");
  await page.getByRole("option", { name: "Carded Ltd: A thing of my own" }).click();
  await dialog.getByRole("button", { name: "Link", exact: true }).click();
  await toast(page, "Linked");
  await pane(page).getByText("Joined: it was open already", { exact: false }).waitFor();
  await switchModules(server, ["deals"], false);
});

test("inquiries 15: received and answer-by are in one zone, the office's, and it is named", async ({
  open,
  server,
}) => {
  await asOwner(server, "/rest/v1/office?id=eq.true", { method: "PATCH", body: { time_zone: "Asia/Tokyo" } });
  const { id, due_at } = await addInquiry(server, { name: "Zoe Zone" });
  const page = await open({ timezoneId: "America/New_York" });
  await openInbox(page, server, `/admin/inquiries/${id}`);
  const received = await pane(page).locator("header time").first().innerText();
  const [stored] = await asOwner<{ received_at: string }[]>(server, `/rest/v1/inquiries?id=eq.${id}`);
  const inTokyo = (iso: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: "Asia/Tokyo" }).format(new Date(iso));
  const full: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" };
  expect(received).toBe(`${inTokyo(stored!.received_at, full)} GMT+9`);
  const clock = pane(page).locator("header [data-clock]");
  expect(await clock.getAttribute("title")).toBe(`Due ${inTokyo(due_at!, full)} GMT+9`);
  expect(await clock.innerText()).toMatch(/^Answer by .*17:00 GMT\+9$/);
  await asOwner(server, "/rest/v1/office?id=eq.true", { method: "PATCH", body: { time_zone: "UTC" } });
});

test("Settings: each of the subjects has its line, owner and task, and a change routes the next message", async ({
  open,
  server,
}) => {
  const page = await open(still);
  const me = await openInbox(page, server, "/admin/settings?tab=routing");
  await page.getByLabel("Title of the task, Speaking Engagement").fill("Call {name} about the talk");
  await page.keyboard.press("Enter");
  await toast(page, "Speaking Engagement saved");
  await page.getByLabel("Owner, Speaking Engagement").selectOption(me.id);
  await expect
    .poll(
      async () =>
        (await asOwner<{ owner_id: string }[]>(server, "/rest/v1/subjects?key=eq.speaking-engagement"))[0]!.owner_id,
    )
    .toBe(me.id);
  expect(await page.getByRole("row").count()).toBe(22);
  const { task_id } = await addInquiry(server, { name: "Tal King", subject: "Speaking Engagement" });
  const [task] = await asOwner<{ title: string; assignee_id: string }[]>(server, `/rest/v1/tasks?id=eq.${task_id}`);
  expect(task).toMatchObject({ title: "Call Tal King about the talk", assignee_id: me.id });
  await expectAccessibleInBothThemes(page, "routing");
});

test("System Tests: a test inquiry shows each step and leaves nothing", async ({ open, server }) => {
  const page = await open();
  await openInbox(page, server, "/admin/test");
  const before = await asOwner<unknown[]>(server, "/rest/v1/inquiries?select=id");
  await page.getByRole("button", { name: "Send a test inquiry" }).click();
  await page.getByText("All of it worked, and was rolled back.").waitFor();
  expect(await asOwner<unknown[]>(server, "/rest/v1/inquiries?select=id")).toHaveLength(before.length);
});

test("on a phone: the list, then the message on its own page, and back", async ({ open, server }) => {
  // A name that is cut: what is only heard after it must not widen the page.
  const { id } = await addInquiry(server, {
    name: "Pia Phone Featherstonehaugh von Hohenlohe-Langenburg und Schillingshausen",
  });
  const page = await open({ ...still, viewport: phone });
  await openInbox(page, server, "/admin/inquiries?search=Pia");
  await row(page, "Pia Phone").waitFor();
  expect(await pane(page).count()).toBe(0);
  await expectNoSidewaysScroll(page, "list");
  await expectAccessibleInBothThemes(page, "list on a phone");
  await row(page, "Pia Phone").click();
  await pane(page).getByText("Message number").waitFor();
  expect(await rows(page).count()).toBe(0);
  await expectNoSidewaysScroll(page, "message");
  await expectAccessibleInBothThemes(page, "message on a phone");
  await page.getByRole("link", { name: "All inquiries" }).click();
  await row(page, "Pia Phone").waitFor();
  await page.goto(`/admin/inquiries/${id}`);
  await page.getByRole("heading", { level: 1, name: "AI Consult" }).waitFor();
  await expectNoSidewaysScroll(page, "own page");
});

test("the inbox and an inquiry's own page are accessible in both themes at 1440 px", async ({ open, server }) => {
  const { id } = await addInquiry(server, { name: "Axel Axe" });
  const page = await open({ ...still, viewport: desktop });
  await openInbox(page, server, `/admin/inquiries?open=${id}`);
  await pane(page).getByText("Message number").waitFor();
  await expectAccessibleInBothThemes(page, "inbox");
  await page.goto(`/admin/inquiries/${id}`);
  await page.getByRole("heading", { level: 1, name: "AI Consult" }).waitFor();
  await expectAccessibleInBothThemes(page, "own page");
});

test("while it is off there is no row in the sidebar and no page", async ({ open, server }) => {
  await switchModules(server, ["inquiries"], false);
  const page = await open();
  await openInbox(page, server);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(await page.getByRole("link", { name: "Inquiries" }).count()).toBe(0);
});

test("inquiries 12: what waits for a check is on the dashboard, in the sidebar's count and in its tab with the clock running; accepting makes its records", async ({
  open,
  server,
}) => {
  const { id, email } = await addInquiry(server, { name: "Hella Held", trap: "filled" });
  const page = await open();
  await openInbox(page, server, "/admin");
  const tile = page.getByRole("region", { name: "Inquiries waiting" });
  await tile.getByText(/messages? waits? for a check/).waitFor();
  await page
    .getByRole("link", { name: /^Inquiries.*waiting for a check/ })
    .first()
    .waitFor();
  await tile.getByRole("link", { name: "Check", exact: true }).click();
  await tab(page, "Waiting for a check").waitFor();
  await row(page, "Hella Held").click();
  expect(await row(page, "Hella Held").locator("[data-clock]").innerText()).toMatch(/^Answer by /);
  await pane(page)
    .getByText("Waits for a check, because it filled a field that people do not see.", { exact: false })
    .waitFor();
  await page.goto("/admin/inquiries");
  await tab(page, "Waiting for a check").waitFor();
  await page.keyboard.press("h");
  await row(page, "Hella Held").click();
  expect(await inquiriesOf(server, email)).toMatchObject([{ id, contact_id: null }]);
  await button(page, "Accept").click();
  await toast(page, "Accepted, with the clock from when it came");
  const [accepted] = await inquiriesOf(server, email);
  expect(accepted).toMatchObject({ state: "new" });
  expect(accepted!.contact_id).not.toBeNull();
  await page.goto("/admin/inquiries");
  await row(page, "Hella Held").waitFor();
});
