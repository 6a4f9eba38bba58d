// The contact page with our picker in place of the outside widget, and booking without JavaScript and on narrow screens.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { startMeetings } from "./meetings-screen.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { asAdmin, asOwner, signInAs } from "./people.ts";
import { inDatabase, switchOn } from "./task-screen.ts";

const outside = "scheduling.example";

test("meetings 23: on, the contact page has our picker and names the outside host nowhere; off, it is as it was", async ({
  open,
  server,
}) => {
  await startMeetings(server);
  const page = await open({ reducedMotion: "reduce" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const response = await page.goto("/contact?subject=AI+Consult");
  expect(response?.headers()["content-security-policy"]).not.toContain(outside);
  await page
    .getByRole("grid")
    .getByRole("button", { name: /free times?$/ })
    .first()
    .waitFor();
  expect(asked.filter((url) => url.includes(outside))).toEqual([]);
  await expectClean(page, "the contact page with our picker");
  // Another subject, with a page of its own: one line leads there, and there is none where there is no page.
  const changed = (subject: string, title: string) =>
    inDatabase(
      server,
      (sql) => sql`update public.booking_pages set subject = ${subject}, title = ${title} where slug = 'consultation'`,
    );
  await changed("Speaking Engagement", "Book the keynote");
  await page.goto("/contact?subject=Speaking+Engagement");
  const offer = page.getByRole("link", { name: "Or choose a time now: Book the keynote" });
  await offer.waitFor();
  await expectClean(page, "the contact page with a line to book");
  await offer.click();
  await page.getByRole("heading", { name: "Book the keynote", level: 1 }).waitFor();
  await changed("AI Consult", "Book Your AI Consultation");
  const privacy = await fetch(`${server.url}/privacy`).then((answer) => answer.text());
  expect(privacy).not.toContain(outside);
  // The server hears of the page a moment after it was changed.
  await expect
    .poll(async () => (await fetch(`${server.url}/contact`)).text())
    .toMatch(/href="\/book\/ai-consult"[^>]*>\s*choose a time/);
  const plain = await open({ javaScriptEnabled: false });
  await plain.goto("/contact");
  await plain.getByRole("link", { name: "choose a time" }).click();
  await plain.getByRole("heading", { name: "Book Your AI Consultation" }).waitFor();

  await asOwner(server, "/rest/v1/modules?key=eq.meetings", { method: "PATCH", body: { live: false } });
  await expect
    .poll(async () => (await fetch(`${server.url}/contact`)).headers.get("content-security-policy"))
    .toContain(outside);
  expect((await fetch(`${server.url}/book/consultation`)).status).toBe(404);
});

test("meetings 23: on, and before there is a page to book on, the contact page offers no calendar and speaks of no failure", async ({
  open,
  server,
}) => {
  await asOwner(server, "/rest/v1/modules?key=eq.meetings", { method: "PATCH", body: { live: true } });
  const page = await open({ viewport: phone });
  const asked = page.waitForResponse("**/api/book/ai-consult/form");
  // As the server answers where no page is live for the subject.
  await page.route("**/api/book/ai-consult/form", (route) => route.fulfill({ status: 404, body: "" }));
  await expect
    .poll(async () => (await (await fetch(`${server.url}/contact`)).text()).includes("booking-embed"))
    .toBe(true);
  await page.goto("/contact?subject=AI+Consult");
  await asked;
  await page.locator("#booking").waitFor({ state: "hidden" });
  expect(await page.getByText("The calendar did not load").isVisible()).toBe(false);
  expect(await page.getByLabel("Subject", { exact: true }).inputValue()).toBe("AI Consult");
});

test("meetings 12: without JavaScript, at 320 px, in both themes: booked by a form", async ({ open, server }) => {
  await startMeetings(server, { slug: "narrow-consultation", subject: null });
  const narrow = { width: 320, height: 640 };
  const page = await open({ viewport: narrow, javaScriptEnabled: false });
  await page.goto("/book/narrow-consultation");
  await expectNoSidewaysScroll(page, "the booking form at 320 px");
  const first = (await page.getByText("Next free:").boundingBox())!;
  expect(first.y + first.height).toBeLessThan(narrow.height);
  // Which zone it is, is said before the times: without a script nobody knows the visitor's.
  const zone = (await page.getByLabel("Time zone").boundingBox())!;
  expect(zone.y).toBeLessThan((await page.getByRole("radio").first().boundingBox())!.y);
  await page.getByRole("radio").first().check({ force: true });
  await page.getByLabel("Name", { exact: true }).fill("Dana Whitlock");
  await page.getByLabel("Email", { exact: true }).fill("narrow@castelline.example");
  await page.getByRole("button", { name: "Later days" }).click();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Dana Whitlock");
  await page.getByText("Your choice").waitFor();
  // Enter in a field books, and turns no page.
  await page.getByLabel("Email", { exact: true }).press("Enter");
  await page.getByText(/Booked\.|Requested\./).waitFor();
  // The script is lost on its way, and the one that sets the theme runs: the form still does all it does without.
  const lost = await open({ viewport: narrow });
  await lost.route("**/booking-*.js", (route) => route.abort());
  await lost.goto("/book/narrow-consultation");
  await lost.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await lost.getByRole("button", { name: "Show this zone" }).click();
  await lost.getByText("Tokyo (UTC+9)").first().waitFor();
  const withScript = await open({ viewport: narrow, reducedMotion: "reduce" });
  await withScript.goto("/book/narrow-consultation");
  await withScript
    .getByRole("grid")
    .getByRole("button", { name: /free times?$/ })
    .first()
    .waitFor();
  await expectNoSidewaysScroll(withScript, "the month at 320 px");
  expect(await withScript.getByRole("button", { name: "Show this zone" }).count()).toBe(0);
  await expectClean(withScript, "the booking page at 320 px");
});

test("meetings 4: taken meanwhile, the month opens where the next free times are and what was typed is kept", async ({
  open,
  server,
}) => {
  await startMeetings(server, { slug: "one-time-for-two", subject: null, approval: true });
  const opened = async () => {
    const page = await open({ reducedMotion: "reduce" });
    await page.goto("/book/one-time-for-two");
    await page.getByRole("button", { name: "Later month" }).click();
    await page.getByRole("radio").nth(1).waitFor({ state: "attached" });
    return page;
  };
  const [faster, slower] = [await opened(), await opened()];
  const word = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenversicherungsfachangestellte";
  const fill = async (page: typeof faster, email: string) => {
    await page.getByLabel("Name", { exact: true }).fill(`Guest ${word}`);
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel(/What do you have to decide/).fill(`${word} ${word}`);
  };
  const at = await faster.getByRole("radio").nth(1).inputValue();
  await faster.getByRole("radio").nth(1).check({ force: true });
  await faster.getByText("We keep this time for you for 10 minutes.").first().waitFor();
  await fill(faster, "faster@castelline.example");
  await fill(slower, "slower@castelline.example");
  // Seen by both, and chosen a moment later: it goes, and the other days still have theirs.
  await slower.getByRole("radio").nth(1).check({ force: true });
  await slower
    .getByText(/^Someone was faster: .* is taken/)
    .first()
    .waitFor();
  await slower.getByRole("button", { name: "Ask for this time" }).waitFor();
  expect(await slower.locator(`input[name=slot][value="${at}"]`).count()).toBe(0);
  expect(await slower.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("slot");
  await slower
    .getByRole("grid")
    .getByRole("button", { name: /free times?$/ })
    .nth(2)
    .click();
  await slower.getByRole("radio").first().waitFor({ state: "attached" });
  // The form asks for three seconds; a person takes longer.
  await expect.poll(() => slower.evaluate(() => performance.now()), { timeout: 20_000 }).toBeGreaterThan(3500);
  await faster.getByRole("button", { name: /^Ask for \w+day, / }).click();
  await faster.getByText("Requested.").waitFor();
  await slower.locator("input[type=hidden][name=time]").evaluate((field: HTMLInputElement, time) => {
    field.value = time;
  }, at);
  await slower.getByRole("button", { name: "Ask for this time" }).click();
  await slower.getByText("Someone was faster.").waitFor();
  expect(await slower.getByLabel("Name", { exact: true }).inputValue()).toBe(`Guest ${word}`);
  const month = (time: string) => time.slice(0, 7);
  await expect.poll(async () => month((await slower.getByRole("radio").first().inputValue()) ?? "")).toBe(month(at));
});

test("meetings 9: what follows from a booking is set on the page's screen, is still there after a look at another page, and an archived page comes back", async ({
  page,
  server,
}) => {
  const host = await startMeetings(server, { slug: "first-talk-here", title: "A first talk", subject: null });
  await switchOn(server, "deals", "payments");
  await asOwner(server, "/rest/v1/rpc/save_booking_page", {
    method: "POST",
    body: { given: { slug: "second-page", title: "Second page", people: [{ staff_id: host.id }] } },
  });
  await signInAs(page, server, host);
  await page.goto("/admin/meetings?tab=pages");
  const pages = page.getByRole("region", { name: "Booking pages" });
  await pages.getByRole("button", { name: /^A first talk/ }).click();
  const editor = page.getByRole("region", { name: "A first talk", exact: true });
  await editor.getByLabel("Deal").selectOption("Workshops");
  await editor.getByText("The open Workshops deal of the company, or a new one").waitFor();
  await editor.getByLabel("Price, USD").fill("250");
  await editor.getByLabel("Not paid in time").selectOption("keep");
  await editor.getByLabel("Changes").fill("2");
  await editor.getByLabel("Two hours before").check();
  await editor.getByLabel("Whoever owns").waitFor({ state: "detached" });
  await pages.getByRole("button", { name: /^Second page/ }).click();
  await page.getByRole("region", { name: "Second page", exact: true }).getByLabel("Deal").waitFor();
  await pages.getByRole("button", { name: /^A first talk/ }).click();
  expect(await editor.getByLabel("Price, USD").inputValue()).toMatch(/^250/);
  await expectClean(page, "a booking page with all that follows");
  await editor.getByRole("button", { name: "Save" }).click();
  await toast(page, "Saved. Booked meetings stay");
  const saved = () =>
    asOwner<Record<string, unknown>[]>(
      server,
      "/rest/v1/booking_pages?slug=eq.first-talk-here&select=service_line,price_minor,currency,unpaid,change_until,reminders,state",
    );
  expect((await saved())[0]).toEqual({
    service_line: "Workshops",
    price_minor: 25_000,
    currency: "USD",
    unpaid: "keep",
    change_until: 120,
    reminders: [1440, 120],
    state: "live",
  });
  await editor.getByRole("button", { name: "More for A first talk" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await toast(page, "Archived. Its address answers “not found”");
  await pages.getByRole("button", { name: /^A first talk\s*Archived/ }).click();
  await editor.getByRole("button", { name: "More for A first talk" }).click();
  await page.getByRole("menuitem", { name: "Bring back" }).click();
  await toast(page, "Back as a draft. Visitors do not see it yet");
  expect((await saved())[0]).toMatchObject({ state: "draft" });
  expect(problemsOf(page)).toEqual([]);
});

test("meetings 7: hours that are typed stay while a day away is saved, and go by a press", async ({ page, server }) => {
  await switchOn(server, "meetings");
  await asAdmin(page, server);
  await page.goto("/admin/settings?tab=hours");
  await page.getByRole("button", { name: "Use the office’s hours" }).click();
  await page.getByLabel("My video link").fill("https://rooms.example/{code}");
  await page.getByLabel("Day away").fill("2031-06-02");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Here again on 2031-06-02" }).waitFor();
  expect(await page.getByLabel("My video link").inputValue()).toBe("https://rooms.example/{code}");
  expect(await page.getByRole("slider").count()).toBe(10);
  await page.getByRole("button", { name: /^Remove Wed / }).click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Add hours on Wed");
  expect(await page.getByRole("slider").count()).toBe(8);
  await page.getByRole("button", { name: "Save" }).click();
  await toast(page, "Saved. Visitors see it at once; booked meetings stay");
  await page.reload();
  await page.getByRole("slider").nth(7).waitFor();
  expect(await page.getByRole("slider").count()).toBe(8);
});

test("meetings 12: a page that is on while no one has hours says so, and the office's hours are one press away", async ({
  page,
  server,
}) => {
  const host = await startMeetings(server, { slug: "without-any-hours", title: "Without hours", subject: null });
  await asOwner(server, "/rest/v1/rpc/save_hours", { method: "POST", body: { person: host.id, hours: [] } });
  await signInAs(page, server, host);
  await page.goto("/admin/meetings?tab=pages");
  await page
    .getByRole("region", { name: "Booking pages" })
    .getByRole("button", { name: /^Without hours/ })
    .click();
  await page.getByText("Visitors find no free time:").waitFor();
  await expectClean(page, "a booking page without hours");
  const visitor = await fetch(`${server.url}/book/without-any-hours`).then((answer) => answer.text());
  expect(visitor).toContain("There is no free time now.");
  await page.getByRole("button", { name: "Use the office’s hours" }).click();
  await toast(page, "You can be booked in the hours of the office");
  await page.getByText("Visitors find no free time:").waitFor({ state: "detached" });
  const hours = await asOwner<{ opens: string }[]>(server, `/rest/v1/availability_hours?staff_id=eq.${host.id}`);
  expect(hours.map(({ opens }) => opens)).toEqual(Array(5).fill("09:00:00"));
  expect(problemsOf(page)).toEqual([]);
});
