// A client on a phone, by one thumb and without script: from the footer to the area, an answer, a file and a message; and the desk's side.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { readable } from "./auth-screen.ts";
import { addDeals, startDeals } from "./deal-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { addContacts, addPerson, asOwner, signInAs } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

/** The code of the newest mail to this address, from the folder it is written to. */
function newestCode(server: RunningServer, address: string): string {
  const folder = path.join(server.dataDir, "outbox");
  const mails = (readable(folder) ?? [])
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .filter((text) => text.includes(`To: ${address}`));
  return /Subject: (\d{6}) is your code/.exec(mails.at(-1) ?? "")?.[1] ?? "";
}

async function codeTo(server: RunningServer, address: string): Promise<string> {
  await expect.poll(() => newestCode(server, address)).toMatch(/^\d{6}$/);
  return newestCode(server, address);
}

test("client-area 1, 4, 7, 9, 10, 14, 16: access is given on the company's page; the client signs in on a phone without script, sends a file and writes", async ({
  open,
  server,
}) => {
  const email = "maren@norrfall.example";
  const desk = await open({ reducedMotion: "reduce" });
  const owner = await startDeals(
    desk,
    server,
    "client-area",
    "documents",
    "payments",
    "proposals",
    "inquiries",
    "timeline",
    "meetings",
  );
  const { "Norrfall desk": deal } = await addDeals(server, [
    { name: "Norrfall desk", stage: "proposal", amount: 148_000 },
  ]);
  await addContacts(server, [{ account_id: deal!.account_id, name: "Maren Oduya", email }]);
  await desk.goto(`/admin/crm/accounts/${deal!.account_id}`);
  const panel = desk.getByRole("region", { name: "Client area" });
  await panel.getByText("No access given").waitFor();
  await panel.getByRole("button", { name: "Give access to the client area" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Give access" }).click();
  await panel.getByText(/Sees everything.*Never signed in/).waitFor();
  await panel.getByRole("button", { name: "Ask for a file" }).click();
  await desk.getByLabel("What").fill("The list of editors");
  await desk.getByLabel("By", { exact: true }).fill("2027-03-01");
  await desk.getByRole("dialog").getByRole("button", { name: "Ask", exact: true }).click();
  await panel.getByText("The list of editors").waitFor();
  await expectClean(desk, "the company's page with its panel");

  const [talk] = await asOwner<{ id: string }[]>(server, "/rest/v1/booking_pages", {
    method: "POST",
    body: { slug: "a-talk", title: "A talk", step: 30, state: "live" },
  });
  await asOwner(server, "/rest/v1/availability", { method: "POST", body: { staff_id: owner.id, zone: "Europe/Oslo" } });
  await asOwner(server, "/rest/v1/booking_page_people", {
    method: "POST",
    body: { page_id: talk!.id, staff_id: owner.id },
  });

  // The footer's entry is a link now.
  const client = await open({ viewport: phone, hasTouch: true, javaScriptEnabled: false });
  await client.goto("/");
  await client.getByRole("link", { name: "Client Dashboard" }).click();
  await client.getByLabel("Your work address").fill(email);
  await client.getByRole("button", { name: "Send me a code" }).click();
  await client.getByRole("heading", { name: "Type the code" }).waitFor();
  await client.getByLabel("Six digits").fill(await codeTo(server, email));
  await client.getByRole("button", { name: "Open my area" }).click();
  await client.getByRole("heading", { name: /^Good \w+, Maren$/ }).waitFor();
  await client.getByRole("link", { name: "Send a file" }).click();
  await client
    .locator("input[type=file]")
    .setInputFiles({ name: "editors.csv", mimeType: "text/csv", buffer: Buffer.from("Maren\n") });
  await client.getByRole("button", { name: "Send the file" }).click();
  await client.getByRole("heading", { name: "From you" }).waitFor();
  await client
    .getByRole("navigation", { name: "Your area, on phones" })
    .getByRole("link", { name: "Messages" })
    .click();
  await client.getByLabel("Write to us").fill("The list is with you now.");
  await client.getByRole("button", { name: "Send" }).click();
  await client.getByText("The list is with you now.").waitFor();
  // Nothing wider than the phone, nothing at its very edge, and the bar at its end however little a page says.
  for (const place of ["", "/proposals", "/payments", "/documents", "/messages", "/meetings", "/account", "/more"]) {
    await client.goto(`/client${place}`);
    const found = await client.locator("body").evaluate((body) => ({
      over: body.scrollWidth - innerWidth,
      gap: innerHeight - body.querySelector(".cl-tabs")!.getBoundingClientRect().bottom,
      atTheEdge: [...body.querySelectorAll("main :is(p, li, h1, h2, .btn)")]
        .filter((part) => part.getClientRects().length > 0 && part.getBoundingClientRect().left < 12)
        .map((part) => part.textContent.trim()),
    }));
    expect([place, found]).toEqual([place, { over: 0, gap: 0, atTheEdge: [] }]);
  }

  const [inquiry] = await asOwner<{ kind: string; due_at: string | null }[]>(
    server,
    "/rest/v1/inquiries?select=kind,due_at",
  );
  expect([inquiry!.kind, inquiry!.due_at !== null]).toEqual(["client", true]);
  // In the inbox nothing is prepared for someone who is a client already: a first answer would be the wrong one.
  const inbox = await open();
  await signInAs(inbox, server, await addPerson(server, { admin: true }));
  await inbox.goto("/admin/inquiries");
  await inbox.getByText("The list is with you now.").first().click();
  await inbox
    .getByText("All tags filled")
    .or(inbox.getByRole("button", { name: "Queue reply" }))
    .first()
    .waitFor();
  expect(await inbox.getByLabel("Template").inputValue()).toBe("");
  expect(await inbox.getByRole("button", { name: "Queue reply" }).isDisabled()).toBe(true);
  await desk.reload();
  await panel.getByRole("button", { name: "Messages, 1 new" }).click();
  const thread = desk.getByRole("dialog", { name: "Messages" });
  await thread.getByText("The list is with you now.").waitFor();
  await thread.getByLabel("Your message").fill("Thank you, it is all we need.");
  await thread.getByRole("button", { name: "Send" }).click();
  await thread.getByRole("listitem").getByText("Thank you, it is all we need.").waitFor();
  await thread.getByRole("button", { name: "Close", exact: true }).first().click();
  await panel.getByRole("button", { name: /^See as client/ }).click();
  await desk.getByText("Reading only; this is in the audit log.").waitFor();
  for (const place of ["", "/documents", "/messages", "/account"]) {
    await desk.goto(`${server.url}/client${place}`);
    await expectClean(desk, `the client's ${place || "home"}`);
  }
  await desk.getByRole("link", { name: "End" }).click();
  await desk.waitForURL(/\/admin\/crm\/contacts\//);
  await desk.getByRole("heading", { name: "Maren Oduya", level: 1 }).waitFor();

  // audit-4 S3: another address suspends the access until someone confirms it.
  await asOwner(server, `/rest/v1/contacts?email=eq.${email}`, {
    method: "PATCH",
    body: { email: "maren@elsewhere.example" },
  });
  await desk.reload();
  const ofContact = desk.getByRole("region", { name: "Client area" });
  await ofContact.getByText("Access suspended.").waitFor();
  await client.goto("/client");
  await client.getByLabel("Your work address").waitFor();
  await expectClean(desk, "the contact's page with suspended access");
  await ofContact.getByRole("button", { name: /^Confirm address/ }).click();
  await ofContact.getByRole("button", { name: /^See as client/ }).waitFor();
  expect(await ofContact.getByText("Access suspended.").count()).toBe(0);
  expect(problemsOf(desk)).toEqual([]);
});
