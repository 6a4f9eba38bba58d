// Colleagues and roles: from an invitation to a role that is changed while its holder works, and a role that is looked through.
import { expect } from "vitest";
import type { Page } from "playwright-core";
import { readFileSync } from "node:fs";
import path from "node:path";
import { mailTo, readable } from "./auth-screen.ts";
import { desktop, test } from "./fixtures.ts";
import { addInquiry } from "./inbox-screen.ts";
import { asAdmin } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { teamIsOn } from "./team-screen.ts";

async function invitationTo(server: RunningServer, address: string): Promise<string> {
  const folder = path.join(server.dataDir, "outbox");
  const find = () =>
    (readable(folder) ?? [])
      .map((name) => readFileSync(path.join(folder, name), "utf8").replaceAll("=\n", "").replaceAll("=3D", "="))
      .filter((text) => text.includes(`To: ${address}`))
      .map((text) => /https?:\/\/\S+\/auth\?invitation=[\w-]+/.exec(text)?.[0])
      .find(Boolean);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find()!;
}
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Admin" }).getByRole("link");

test("team 5, team 7: an invited colleague joins by a code, sees what the role shows, and is told when it changes", async ({
  page,
  open,
  server,
}) => {
  await teamIsOn(server);
  await asAdmin(page, server);
  await page.goto("/admin/settings?tab=team");
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  const email = `lotte-${Date.now()}@guidevane.example`;
  const invitation = page.getByRole("dialog");
  await invitation.getByLabel("Name").fill("Lotte Brandt");
  await invitation.getByLabel("Address").fill(email);
  await page.getByRole("combobox", { name: "Role", exact: true }).selectOption({ label: "Sales" });
  await page.getByRole("button", { name: "Send invitation" }).click();
  // No mail server is set up: the words are true.
  await page.getByText("Lotte Brandt is invited, but no mail leaves yet").waitFor();
  await page
    .getByRole("row", { name: /Lotte Brandt/ })
    .getByText("Invited")
    .waitFor();

  const lotte = await open({ viewport: desktop });
  await lotte.goto(await invitationTo(server, email));
  await lotte.getByRole("heading", { name: "You are invited as Sales" }).waitFor();
  await lotte.getByRole("button", { name: "Send the code" }).click();
  const { code } = await mailTo(server, email);
  await lotte.getByLabel("Or type the code from the mail").fill(code);
  await lotte.getByRole("button", { name: "Continue with the code" }).click();
  await lotte.getByRole("button", { name: "Join" }).click();
  await lotte.getByLabel("New password", { exact: true }).fill("correct horse 9");
  await lotte.getByRole("button", { name: "Save the new password" }).click();
  await lotte.waitForURL("**/admin");
  await sidebar(lotte).filter({ hasText: "Deals" }).waitFor();
  expect(await sidebar(lotte).allTextContents()).not.toContain("Payments");

  // A deep link to what the role does not show: the specified words, and whom to ask.
  await lotte.goto("/admin/payments");
  await lotte.getByText("You need admin privileges to access this area.").waitFor();
  await lotte.getByText(/Your role is Sales\. Ask .+ to open it for you\./).waitFor();
  await lotte.goto("/admin/crm");
  await lotte.getByRole("button", { name: "New Account" }).first().waitFor();
  expect(await lotte.getByRole("button", { name: "Export CSV" }).count()).toBe(0);

  await page.reload();
  await page.getByLabel("Role of Lotte Brandt").selectOption({ label: "Reader" });
  await lotte.getByText("Your role changed").waitFor();
  await expect.poll(() => lotte.getByRole("button", { name: "New Account" }).count()).toBe(0);
  // A Reader is offered nothing that would be refused: no import, no export, no setting up.
  for (const area of ["Deals", "Tasks", "Inquiries"]) {
    await lotte.goto(`/admin/${area.toLowerCase()}`);
    await lotte.getByRole("heading", { name: area, exact: true }).waitFor();
    expect(await lotte.getByRole("button", { name: /^(Import CSV|Export CSV|Select)$/ }).count(), area).toBe(0);
  }
  const { id } = await addInquiry(server, { name: "Rita Reads", subject: "Only a question" });
  await lotte.goto(`/admin/inquiries/${id}`);
  await lotte.getByText("Rita Reads").first().waitFor();
  await lotte.locator("dt").filter({ hasText: "Deal" }).waitFor();
  expect(await lotte.getByRole("button", { name: /^(Link|Make) a |^Queue reply$|^Choose a company$/ }).count()).toBe(0);
  await lotte.goto("/admin");
  await lotte.getByText("Pipeline value").waitFor();
  expect(await lotte.getByRole("link", { name: "Set up your firm" }).count()).toBe(0);
});
