// The switch for publishing, set in the environment.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { message, putInOutbox, startOutreach } from "./outreach-screen.ts";
import { addPerson, signInAs } from "./people.ts";
import { startServer } from "./start-server.ts";
import { inDatabase } from "./task-screen.ts";

test("AUTO_PUBLISH in the environment fixes the switch, and Settings says where it is set", async ({ browser }) => {
  const server = await startServer({ AUTO_PUBLISH: "false" });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    await signInAs(page, server, await addPerson(server, { admin: true }));
    await page.goto("/admin/settings?tab=flags");
    const panel = page.getByRole("main").getByRole("region", { name: "Publishing switch" });
    await panel.getByText("Fixed by AUTO_PUBLISH=false in the environment of the server.").waitFor();
    expect(await panel.getByRole("switch").count()).toBe(0);
  } finally {
    await context.close();
    await server.stop();
  }
});

const autoPublish = async (url: string) =>
  ((await (await fetch(`${url}/healthz`)).json()) as { features: { autoPublish: boolean } }).features.autoPublish;

test("outbox 4: while publishing is off a message offers no release but the way to the switch; turned on after one question, it releases nothing", async ({
  page,
  server,
  open,
}) => {
  const me = await startOutreach(page, server);
  await inDatabase(server, (sql) => sql`update public.staff set name = 'Noor Haddad' where user_id = ${me.id}`);
  await putInOutbox(server, [{ to: "maren@norrfall.example", subject: "Would have sent" }]);
  await page.goto("/admin/outbox?tab=held");
  await message(page, "Would have sent").click();
  await page.getByText("Due and waiting: 0 messages, 0 steps of sequences.").waitFor();
  expect(await page.getByRole("button", { name: /^Release/ }).count()).toBe(0);
  await page.getByRole("article").getByRole("link", { name: "Release is off" }).click();
  await page.waitForURL("/admin/settings?tab=flags");

  const panel = page.getByRole("main").getByRole("region", { name: "Publishing switch" });
  await panel.getByText("Nobody has switched it yet.").waitFor();
  const toggle = panel.getByRole("switch", { name: "External publishing" });
  await toggle.click();
  const question = page.getByRole("dialog", { name: "Turn external publishing on?" });
  await question.getByText("Turning it on releases nothing by itself.").waitFor();
  await question.getByText("1 message is held and stays held until a person releases it in the outbox.").waitFor();
  await question.getByRole("button", { name: "Keep it off" }).click();
  expect(await toggle.getAttribute("aria-checked")).toBe("false");
  expect(await autoPublish(server.url)).toBe(false);
  await toggle.click();
  await question.getByRole("button", { name: "Turn it on" }).click();
  await toast(page, "External publishing is on");
  await panel.getByText(/^Switched on by Noor Haddad, \w{3} \d{1,2}$/).waitFor();
  expect(await autoPublish(server.url)).toBe(true);
  await page.getByText("PUBLISHING", { exact: true }).waitFor();
  expect(await page.locator("dl > div").filter({ hasText: "AUTO_PUBLISH" }).locator("dd").textContent()).toBe("On");

  // A page that comes later is right from its first moment, before anything is asked.
  const other = await open({ viewport: phone });
  await signInAs(other, server, me);
  await other.route("**/rest/v1/rpc/publishing_state", (route) => route.abort());
  await other.goto("/admin/test");
  await other.getByText("PUBLISHING", { exact: true }).waitFor();

  await page.goto("/admin/outbox?tab=held");
  await page.getByText("Publishing is on.").waitFor();
  await message(page, "Would have sent").click();
  await page.getByRole("article").getByRole("button", { name: "Release and send" }).waitFor();

  await page.goto("/admin/settings?tab=flags");
  await panel.getByRole("switch", { name: "External publishing" }).click();
  await toast(page, "External publishing is off");
  await panel.getByText(/^Switched off by Noor Haddad/).waitFor();
  await page.getByText("SAFE", { exact: true }).waitFor();
  expect(await autoPublish(server.url)).toBe(false);
  expect(problemsOf(page)).toEqual([]);
});
