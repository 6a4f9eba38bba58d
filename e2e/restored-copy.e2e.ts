// The back office of a restored database: it says that it is a copy, goes live after one question, and lets someone decide about what waited.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { putInOutbox, startOutreach } from "./outreach-screen.ts";
import { inDatabase } from "./task-screen.ts";

test("outbox 21: every page says that this is a copy; it goes live for the address that was confirmed, and what waited is dropped after a question", async ({
  page,
  server,
}) => {
  await startOutreach(page, server);
  await putInOutbox(server, [
    { to: "maren@norrfall.example", subject: "Waited" },
    { to: "ilse@norrfall.example", subject: "Waited too" },
  ]);
  // As a restore leaves it, and the start after it. Publishing is on only when nothing is due any more.
  await inDatabase(server, async (sql) => {
    await sql`update public.outbox set not_before = now() + interval '1 day'`;
    await sql`update private.outbox_gate set is_open = true, switched_on = true`;
    await sql`update public.outbox set state = 'queued', gate_code = null`;
    await sql`select private.mark_restored('2026-11-18 10:15Z', false)`;
    await sql`update private.restored set site_url = 'https://guidevane.example'`;
  });
  await page.goto("/admin/crm");
  const banner = page.getByRole("region", { name: "Restored from a backup" });
  await banner.getByText("This is a copy,").waitFor();
  await banner.getByText("2 messages that waited in it are held.").waitFor();
  await page.getByText("SAFE", { exact: true }).waitFor();
  expect(await banner.getByRole("button").allTextContents()).toEqual(["Go live"]);
  await banner.getByRole("link", { name: "Look at them" }).click();
  await page.waitForURL("/admin/outbox?tab=held");
  await page
    .getByText(/^Restored from a backup of Nov 18, 2026/)
    .first()
    .waitFor();

  await banner.getByRole("button", { name: "Go live" }).click();
  const question = page.getByRole("dialog", { name: "Take this copy live?" });
  await question.getByText("https://guidevane.example").waitFor();
  const goLive = question.getByRole("button", { name: "Go live" });
  expect(await goLive.isDisabled()).toBe(true);
  await question.getByLabel("This is the right address, and the original no longer runs.").check();
  await goLive.click();
  await toast(page, "This is the live system now");
  await banner.getByText("2 messages waited in the backup").waitFor();

  await banner.getByRole("button", { name: "Drop all" }).click();
  const drop = page.getByRole("dialog", { name: "Drop 2 messages?" });
  await drop.getByLabel("None of the 2 is needed any more.").check();
  await drop.getByRole("button", { name: "Drop 2" }).click();
  await toast(page, "Dropped. They stay in the outbox as cancelled");
  await banner.waitFor({ state: "detached" });
  const states = await inDatabase(
    server,
    (sql) => sql`select distinct state from public.outbox where class <> 'system'`,
  );
  expect(states).toEqual([{ state: "cancelled" }]);
  await inDatabase(server, (sql) => sql`delete from private.restored`);
  expect(problemsOf(page)).toEqual([]);
});
