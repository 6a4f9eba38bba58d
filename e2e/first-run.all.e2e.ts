// The first hour: each step by itself. What `npm test -- all` adds.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { phone, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { asAdmin, asOwner } from "./people.ts";

test("first-run 1: each step is saved as one goes, put aside and seen again in Settings; it fits a phone and both themes", async ({
  open,
  server,
}) => {
  const page = await open({ viewport: phone });
  await asAdmin(page, server);
  await page.goto("/admin/first-run");
  await page.getByText(/of 7 done/).waitFor();
  await expectNoSidewaysScroll(page, "first run");
  await page.getByRole("button", { name: /^Your firm/ }).click();
  // What is typed in the other form of the step is there after the first is saved.
  await page.getByLabel("Account holder").fill("Veldhaven AS");
  await page.getByLabel("Legal name").fill("Veldhaven AS");
  await page.getByRole("button", { name: "Save firm" }).click();
  await toast(page, "Firm saved");
  await expect.poll(() => page.getByLabel("Legal name").inputValue()).toBe("Veldhaven AS");
  expect(await page.getByLabel("Account holder").inputValue()).toBe("Veldhaven AS");
  await page.getByRole("button", { name: "Save bank details" }).click();
  // What was refused is said in words, and what was typed stays.
  await page.getByText("Say both the account and its holder, or neither.").waitFor();
  expect(await page.getByLabel("Account holder").inputValue()).toBe("Veldhaven AS");
  await page.getByLabel("Account or IBAN").fill("NO93 8601 1117 948");
  await page.getByRole("button", { name: "Save bank details" }).click();
  await page.getByText("This IBAN has a wrong or missing character").waitFor();
  await page.getByLabel("Account or IBAN").fill("NO93 8601 1117 947");
  await page.getByRole("button", { name: "Save bank details" }).click();
  await toast(page, "Bank details saved");
  // The step is done, and stays open for its last form.
  await page.getByRole("button", { name: /^Your firm.*Done/s }).waitFor();
  expect(await page.getByLabel("Signature").isVisible()).toBe(true);
  await expectNoSidewaysScroll(page, "first run");
  await expectClean(page, "first run");
  await page.getByRole("button", { name: /^Mail/ }).click();
  await page.getByRole("button", { name: "Skip this step" }).click();
  await page.getByText("Put aside").waitFor();
  // The step that opens in its place, further up, is on the screen, and the keyboard is there.
  await page.locator('button[aria-expanded="true"]').filter({ hasText: "Your name and picture" }).waitFor();
  await expect
    .poll(() =>
      page.locator('button[aria-expanded="true"]').evaluate((head) => {
        const { top, bottom } = head.getBoundingClientRect();
        return [head === document.activeElement, top >= 50, bottom <= innerHeight];
      }),
    )
    .toEqual([true, true, true]);
  await page.goto("/admin/settings?tab=first-steps");
  await page.getByRole("tab", { name: "First steps", selected: true }).waitFor();
  await page.getByText("Put aside").waitFor();
  await page.getByRole("button", { name: /^Your firm.*Done/s }).waitFor();
});

test("first-run 1: the step of mail stays open once its server is saved, for the test mail to oneself", async ({
  open,
  server,
}) => {
  const arrived: string[] = [];
  const mailServer = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo({ address }, _session, done) {
      arrived.push(address);
      done();
    },
    onData(stream, _session, done) {
      stream.resume().on("end", () => done());
    },
  });
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  try {
    const page = await open({ viewport: phone });
    const me = await asAdmin(page, server);
    await page.goto("/admin/first-run");
    await page.getByRole("button", { name: /^Mail/ }).click();
    await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
    await page.getByLabel("Port", { exact: true }).fill(String((mailServer.server.address() as AddressInfo).port));
    await page.getByRole("button", { name: "Try and save" }).click();
    await page.getByRole("button", { name: /^Mail.*Done/s, expanded: true }).waitFor();
    await page.getByRole("button", { name: "Send a test mail to yourself" }).click();
    await page.getByText(/^Sent to .*Look into your mailbox/).waitFor();
    expect(arrived).toContain(me.email);
    await page.getByRole("button", { name: "Next step" }).waitFor();
  } finally {
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  }
});

test("first-run 3: a key is pasted in Settings, said to be there by its end, and gone by a click", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Set up Demo video links" }).click();
  const dialog = page.getByRole("dialog", { name: "Demo video links" });
  await dialog.getByLabel("DEMO_VIDEO_WORKSHOPS").fill("http://plain.example/video");
  await dialog.getByRole("button", { name: "Test and save" }).click();
  await dialog.getByText("DEMO_VIDEO_WORKSHOPS must be an https address").waitFor();
  await dialog.getByLabel("DEMO_VIDEO_WORKSHOPS").fill("https://video.example/workshops-1234");
  await dialog.getByRole("button", { name: "Test and save" }).click();
  await toast(page, "Demo video links saved");
  await page.getByText("Partial").waitFor();
  await page.getByRole("button", { name: "Set up Demo video links" }).click();
  await dialog.getByText(/Ends in 1234/).waitFor();
  expect(await dialog.getByLabel("DEMO_VIDEO_WORKSHOPS").inputValue()).toBe("");
  await expectClean(page, "pasting a key");
  await dialog.getByRole("button", { name: "Remove DEMO_VIDEO_WORKSHOPS" }).click();
  await toast(page, "DEMO_VIDEO_WORKSHOPS removed");
});

test("first-run 4, 5, audit-4 W28: a sample firm comes with a click, is marked, fills the money, and goes; tiles are arranged by oneself", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await asOwner(server, "/rest/v1/modules?key=in.(deals,tasks,payments,inquiries,outbox,invoices,cash,reports)", {
    method: "PATCH",
    body: { live: true },
  });
  const steps = ["you", "firm", "office", "modules", "mail", "publishing", "team"];
  await asOwner(server, "/rest/v1/skipped_steps?step=not.is.null", { method: "DELETE" });
  await asOwner(server, "/rest/v1/skipped_steps", { method: "POST", body: steps.map((step) => ({ step })) });
  await page.goto("/admin");
  // Each step is put aside: what a first record could be is still said, and no row of zeros.
  await page.getByRole("region", { name: "First records" }).waitFor();
  expect(await page.getByRole("region", { name: "First steps" }).count()).toBe(0);
  await page.goto("/admin/settings?tab=sample");
  await page.getByRole("button", { name: "Fill with a sample firm" }).click();
  await page.getByText("Sample firm. 14 companies").waitFor();
  await page.goto("/admin");
  const money = page.getByRole("region", { name: "Money" });
  await money.getByText("Overdue").waitFor();
  expect(await money.locator('[data-sum="Owed"]').innerText()).toMatch(/\$[1-9]/);
  // audit-4 W28: with every tile filled it prints on one sheet.
  for (const format of ["A4", "Letter"]) {
    const pdf = (await page.pdf({ format })).toString("latin1");
    expect([format, pdf.match(/\/Type\s*\/Page\b/g)?.length]).toEqual([format, 1]);
  }
  await page.getByRole("button", { name: "Arrange" }).click();
  const arrange = page.getByRole("dialog", { name: "Arrange your dashboard" });
  await arrange.getByRole("switch", { name: "Show Money" }).click();
  await arrange.getByRole("button", { name: "Move Pipeline up" }).click();
  await arrange.getByRole("button", { name: "Done" }).click();
  await money.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("region", { name: "Today" }).waitFor();
  await page.getByRole("region", { name: "Pipeline" }).waitFor();
  expect(await money.count()).toBe(0);
  await expectClean(page, "dashboard with a sample firm");
  await page.getByRole("link", { name: "Remove it" }).click();
  await page.getByRole("button", { name: "Remove the sample firm" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("button", { name: "Fill with a sample firm" }).waitFor();
  expect(await page.getByText("Sample firm. 14 companies").count()).toBe(0);
});
