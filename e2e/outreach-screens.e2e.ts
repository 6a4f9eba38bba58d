// Outreach as colleagues meet it: a template, a sequence of it, and its mail in the outbox.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { button, calm, message, startOutreach } from "./outreach-screen.ts";
import { addPeople, enrol, startSequence, writeTemplate } from "./outreach-steps.ts";
import { still } from "./page-checks.ts";

test("sequences 1: by mouse, a template is written, a sequence runs, its mail is held and looked at", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startOutreach(page, server, "tasks");
  await addPeople(server);
  await writeTemplate(page);
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Send a test to myself" }).click();
  await toast(page, "Test written: SAFE holds it in the outbox");

  await startSequence(page);
  await enrol(page, server);
  await still(page);
  await expectClean(page, "a sequence");

  // The outbox: the test is held, is looked at as it would leave, and SAFE lets nothing go.
  await page.getByRole("link", { name: /^Outbox/ }).click();
  await page.getByText("SAFE is on, so nothing leaves by itself.").waitFor();
  await message(page, "[Test] Did it arrive?").click();
  const article = page.getByRole("article");
  await article.getByRole("button", { name: "HTML" }).click();
  const frame = article.locator("iframe");
  expect(await frame.getAttribute("sandbox")).toBe("");
  await frame.contentFrame().getByText("Dear", { exact: false }).first().waitFor();
  await article.getByRole("button", { name: "Headers" }).click();
  await article.getByText("Message-ID").waitFor();
  expect(await button(page, "Release and send").count()).toBe(0);
  expect(await page.getByRole("article").getByRole("link", { name: "Release is off" }).getAttribute("href")).toBe(
    "/admin/settings?tab=flags",
  );
  // The test signs in by a script that runs in every frame; in the frame of a mail it may not.
  expect(problemsOf(page).filter((problem) => !problem.includes("The document is sandboxed"))).toEqual([]);
});
