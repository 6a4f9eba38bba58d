// What the host is asked: whether an unknown guest belongs to a client, and, back from Google, what makes them busy.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, startServerWith, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { startMeetings } from "./meetings-screen.ts";
import { addAccounts, addContacts, asAdmin, asOwner, emptyCrm, signInAs } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { inDatabase, switchOn } from "./task-screen.ts";

/** As the public page does it: someone with this address takes the next free time. */
async function bookAs(server: RunningServer, email: string, name: string): Promise<string> {
  const given = { form: crypto.randomUUID(), email, name, slug: "consultation" };
  const [row] = await inDatabase(
    server,
    (sql) => sql<{ id: string }[]>`
      select private.book_meeting(jsonb_build_object('submission', ${given.form}::text, 'form', ${given.form}::text, 'page', pages.id,
        'starts_at', (private.next_free_times(pages.id, now()))[1], 'guest_zone', 'UTC', 'guest_locale', 'en-US', 'name', ${given.name}::text,
        'email', ${given.email}::text, 'answers', '{}'::jsonb, 'held_because', '[]'::jsonb,
        'sender', jsonb_build_object('company_host', split_part(${given.email}::text, '@', 2), 'company_guess', 'Norrfall'))) ->> 'meeting' as id
      from public.booking_pages as pages where slug = ${given.slug}`,
  );
  return row!.id;
}

test("meetings 9: a guest at a client's domain is asked about on the meeting's page, and joins the client or not by a press", async ({
  page,
  server,
}) => {
  await emptyCrm(server);
  await switchOn(server, "deals");
  const host = await startMeetings(server);
  const [account] = await addAccounts(server, [{ name: "Norrfall", domain: "norrfall.example" }]);
  await addContacts(server, [{ name: "Maren Oduya", email: "maren@norrfall.example", account_id: account!.id }]);
  await signInAs(page, server, host);
  for (const [email, press, done] of [
    ["joins@norrfall.example", "Add to Norrfall", "Added to the company"],
    ["stays@norrfall.example", "A company of their own", "Added with a company of their own"],
  ] as const) {
    const meeting = await bookAs(server, email, "Kaja Thorsen");
    await page.goto(`/admin/meetings/${meeting}`);
    const asked = page.getByText("The guest is new, with an address at the domain of Norrfall.");
    await asked.waitFor();
    if (press === "Add to Norrfall") {
      await expectClean(page, "the question about the company");
      await page.setViewportSize(phone);
      await expectNoSidewaysScroll(page, "the question on a phone");
    }
    await page.getByRole("button", { name: press }).click();
    await toast(page, done);
    await asked.waitFor({ state: "detached" });
    const [kept] = await asOwner<{ account_id: string }[]>(server, `/rest/v1/contacts?email=eq.${email}`);
    expect(kept!.account_id === account!.id, press).toBe(press === "Add to Norrfall");
  }
  expect(problemsOf(page)).toEqual([]);
});

test("meetings 33: to Google and back: refused is said, and what was found is chosen and connected once", async ({
  open,
}) => {
  const server = await startServerWith({
    GOOGLE_CALENDAR_CLIENT_ID: "client-1",
    GOOGLE_CALENDAR_CLIENT_SECRET: "hush",
  });
  try {
    await switchOn(server, "meetings");
    const page = await open({ baseURL: server.url });
    await asAdmin(page, server);
    // Google's page: the person says no, and then yes.
    let brings = "error=access_denied";
    await page.route("https://accounts.google.com/**", (route) => {
      const asked = new URL(route.request().url()).searchParams;
      expect(asked.get("code_challenge_method")).toBe("S256");
      return route.fulfill({
        status: 302,
        headers: { location: `${asked.get("redirect_uri")}?${brings}&state=${asked.get("state")}` },
      });
    });
    const goThere = async () => {
      await page.goto(`${server.url}/admin/settings?tab=calendars`);
      await page.getByRole("button", { name: "Google", exact: true }).click();
      await page.waitForURL("**/admin/calendars/return");
    };
    await goThere();
    await page.getByText("The service was not allowed to show your calendars.").waitFor();
    await expectClean(page, "back from Google, refused");
    await page.getByRole("link", { name: "Back to calendars" }).click();
    await page.waitForURL("**/admin/settings?tab=calendars");

    // Google itself cannot be asked here: what our server makes of its answers is in services.test.ts.
    brings = "code=abc";
    const sent: unknown[] = [];
    await page.route("**/api/meetings/calendars/return", (route) => {
      sent.push(route.request().postDataJSON());
      const found = [
        { id: "noor@guidevane.example", name: "Noor" },
        { id: "team", name: "Team with a name that is as long as names of calendars are when offices give them" },
      ];
      return route.fulfill({
        json: { kind: "google", account: "noor@guidevane.example", found, hasOwn: false, again: 0 },
      });
    });
    await page.route("**/api/meetings/calendars/choose", (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: { connected: ["1", "2"] } });
    });
    await goThere();
    await page.getByRole("heading", { name: "Calendars at Google" }).waitFor();
    expect(page.url()).not.toContain("code=");
    await expectClean(page, "what makes you busy");
    await page.setViewportSize(phone);
    await expectNoSidewaysScroll(page, "what makes you busy, on a phone");
    expect(await page.getByRole("checkbox", { name: "Noor", exact: true }).isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: /^Team/ }).check();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await toast(page, "Connected");
    await page.waitForURL("**/admin/settings?tab=calendars");
    expect(sent).toEqual([
      { state: expect.any(String), code: "abc" },
      { state: expect.any(String), reads: ["noor@guidevane.example", "team"], writes: true },
    ]);
  } finally {
    await server.stop();
  }
});
