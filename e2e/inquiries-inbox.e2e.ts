// Inquiries as colleagues meet them: the inbox, its clock and keys, replies, spam, routing, and the test of the whole chain.
import { beforeEach, expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { addInquiry, button, openInbox, pane, row, tab } from "./inbox-screen.ts";
import { inquiriesOf, switchModules, test } from "./inquiries.ts";
import { asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

/** Everything of earlier tests out of the way: answered, closed or spam stays in its tab. */
beforeEach<{ server: RunningServer }>(async ({ server }) => {
  await switchModules(server, ["inquiries", "tasks", "timeline"], true);
});

test("inquiries 16: answering ends inquiry and task in one step, and Undo opens both again", async ({
  open,
  server,
}) => {
  const { id, task_id } = await addInquiry(server, { name: "Undo Ulm" });
  const page = await open();
  await openInbox(page, server, `/admin/inquiries?open=${id}`);
  const stored = async () => {
    const [inquiry] = await asOwner<{ state: string }[]>(server, `/rest/v1/inquiries?id=eq.${id}`);
    const [task] = await asOwner<{ done_at: string | null }[]>(server, `/rest/v1/tasks?id=eq.${task_id}`);
    return [inquiry!.state, task!.done_at !== null];
  };
  await button(page, "Mark answered").click();
  await toast(page, "Marked as answered, with its task");
  expect(await stored()).toEqual(["answered", true]);
  await page.getByLabel("Notifications").getByRole("button", { name: "Undo" }).click();
  await toast(page, "Taken back");
  expect(await stored()).toEqual(["new", false]);
  // A person's word is told as such: no mail proves it.
  await page.goto(`/admin/inquiries/${id}`);
  await button(page, "Mark answered").click();
  await page.getByText(/^Marked answered by /).waitFor();
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
