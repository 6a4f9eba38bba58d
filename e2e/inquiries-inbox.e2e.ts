// Inquiries as colleagues meet them: the inbox, its clock and keys, replies, spam, routing, and the test of the whole chain.
import { beforeEach, expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { addInquiry, button, openInbox } from "./inbox-screen.ts";
import { switchModules, test } from "./inquiries.ts";
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
