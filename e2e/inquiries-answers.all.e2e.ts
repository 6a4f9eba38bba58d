// Answers to inquiries: released, and what a message may hold.
import { readFile } from "node:fs/promises";
import { beforeEach, expect } from "vitest";
import { addInquiry, button, openInbox, pane } from "./inbox-screen.ts";
import { switchModules, test } from "./inquiries.ts";
import { asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { inDatabase } from "./task-screen.ts";

/** Everything of earlier tests out of the way: answered, closed or spam stays in its tab. */
beforeEach<{ server: RunningServer }>(async ({ server }) => {
  await switchModules(server, ["inquiries", "tasks", "timeline"], true);
});

test("inquiries 16: released, the inquiry is answered, its task done, and the thread says when it left", async ({
  open,
  server,
}) => {
  const { id, task_id } = await addInquiry(server, { name: "Lea Left" });
  const page = await open();
  await openInbox(page, server, `/admin/inquiries/${id}`);
  await page.getByLabel("Reply to Lea Left", { exact: true }).fill("Dear Lea, yes.");
  await button(page, "Queue reply").click();
  await page.getByRole("dialog").getByRole("button", { name: "Queue reply" }).click();
  const thread = page.getByRole("region", { name: "Replies" });
  await thread.getByText("Written, not sent: held by SAFE").waitFor();
  // As the gate of a server that publishes leaves it.
  await inDatabase(
    server,
    (sql) => sql`
    update public.outbox set state = 'sent', sent_at = now(), taken_at = now(), finished_at = now()
    where origin_id = ${id} and dedupe_key like 'reply:%'`,
  );
  await page.reload();
  await thread.getByText("Sent", { exact: true }).waitFor();
  await page
    .getByText(/^Answered in /)
    .first()
    .waitFor();
  const [task] = await asOwner<{ done_at: string | null }[]>(server, `/rest/v1/tasks?id=eq.${task_id}`);
  expect(task!.done_at).not.toBeNull();
});

test("inquiries 17: a message is text; an address in it opens only after a hint; no cell begins a formula", async ({
  open,
  server,
}) => {
  const { id } = await addInquiry(server, {
    name: "=HYPERLINK(1)",
    company: "@evil",
    message: '<img src=x onerror="document.title=1"> <b>bold</b>\nSee https://elsewhere.example/offer',
  });
  const page = await open();
  await openInbox(page, server, `/admin/inquiries?open=${id}&search=HYPERLINK`);
  await pane(page).getByText("<b>bold</b>", { exact: false }).waitFor();
  expect(await pane(page).locator("img, b:text('bold')").count()).toBe(0);
  expect(await pane(page).getByRole("link", { name: "elsewhere" }).count()).toBe(0);
  await pane(page).getByRole("button", { name: "https://elsewhere.example/offer" }).click();
  const hint = page.getByRole("dialog", { name: "Open this address?" });
  const link = hint.getByRole("link", { name: "Open in a new tab" });
  expect(await link.getAttribute("href")).toBe("https://elsewhere.example/offer");
  expect(await link.getAttribute("rel")).toContain("noopener");
  await page.keyboard.press("Escape");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toContain("'=HYPERLINK(1)");
  expect(csv).toContain("'@evil");
  expect(csv).not.toMatch(/(?:^|,|\n)"?[=@]/);
});
