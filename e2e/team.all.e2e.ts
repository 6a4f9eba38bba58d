// Colleagues and roles. What `npm test -- all` adds.
import { expect } from "vitest";
import { phone, test } from "./fixtures.ts";
import { addPerson, asAdmin, asOwner } from "./people.ts";
import { teamIsOn } from "./team-screen.ts";
import { axeViolations } from "./accessibility.ts";

test("team 2, team 11: looking through a role from the team's screen asks for nothing that is refused", async ({
  page,
  server,
}) => {
  await teamIsOn(server);
  await asAdmin(page, server);
  await page.goto("/admin/settings?tab=team");
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  // Finance may not see the team.
  await page.getByRole("button", { name: "Finance", exact: true }).click();
  await page.getByRole("button", { name: "View as Finance" }).click();
  await page.getByText("You see the back office as Finance sees it.").waitFor();
  // The team's tab is not theirs: what is shown instead has read what it shows.
  await page.getByText("Active sessions").waitFor();
  await page.reload();
  await page.getByText("You see the back office as Finance sees it.").waitFor();
  await page.getByText("Active sessions").waitFor();
  await page.getByRole("button", { name: "Stop viewing" }).click();
  await page.getByRole("heading", { name: "Colleagues" }).waitFor();
  expect(refused).toEqual([]);
});

test("team 8: whoever leaves is said to have left, and what they held is elsewhere", async ({ page, server }) => {
  await teamIsOn(server);
  await asAdmin(page, server);
  const leaver = await addPerson(server, { admin: true });
  await asOwner(server, `/rest/v1/staff?user_id=eq.${leaver.id}`, { method: "PATCH", body: { name: "Lea Verin" } });
  await asOwner(server, "/rest/v1/tasks", { method: "POST", body: { title: "Call Lind", assignee_id: leaver.id } });
  await page.goto("/admin/settings?tab=team");
  await page.getByRole("button", { name: "More for Lea Verin" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await page.getByRole("combobox", { name: "Who takes over tasks" }).waitFor();
  await page.getByRole("button", { name: "Deactivate Lea Verin" }).click();
  await page.getByText("Lea Verin is deactivated").waitFor();
  const [task] = await asOwner<{ assignee_id: string }[]>(server, "/rest/v1/tasks?title=eq.Call Lind");
  expect(task!.assignee_id).not.toBe(leaver.id);
  // What a role may is saved, and said.
  await page.getByRole("button", { name: "Editor", exact: true }).click();
  await page.getByRole("checkbox", { name: "Deals: read" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Editor is saved, and acts at once").waitFor();
});

test("team 2: on a phone every right of a role is on the screen, with its name", async ({ open, server }) => {
  await teamIsOn(server);
  const page = await open({ viewport: phone });
  await asAdmin(page, server);
  await page.goto("/admin/settings?tab=team");
  await page.getByRole("button", { name: "Sales", exact: true }).click();
  const rights = page.getByRole("checkbox", { name: /^(Deals|Payments): / });
  await rights.first().waitFor();
  const boxes = await rights.evaluateAll((inputs) =>
    inputs.map((input) => {
      const label = input.closest("label")!;
      const { left, right } = label.getBoundingClientRect();
      const said = label.innerText.trim().toLowerCase();
      return {
        said: input.getAttribute("aria-label")!.endsWith(said) && said !== "",
        inside: left >= 0 && right <= innerWidth,
      };
    }),
  );
  expect(boxes.length).toBeGreaterThan(8);
  expect(boxes.filter(({ said, inside }) => !said || !inside)).toEqual([]);
  await page.getByRole("checkbox", { name: "Deals: delete" }).check();
});

test("first-run 7: colleagues have one place in Settings, with the module and without", async ({ page, server }) => {
  await asOwner(server, "/rest/v1/modules?key=eq.team", { method: "PATCH", body: { live: false } });
  await asAdmin(page, server);
  await page.goto("/admin/settings");
  await page.getByRole("tab", { name: "Team" }).click();
  await page.getByText("npm run admin -- add colleague@example.com").waitFor();
  const names = page.getByRole("region", { name: "Names" });
  await names.waitFor();
  const tabs = () => page.getByRole("tab", { name: /Team|Colleagues/ }).allTextContents();
  expect(await tabs()).toEqual(["Team"]);
  await teamIsOn(server);
  // The address of before leads to the same place.
  await page.reload();
  await page.getByRole("button", { name: "Invite a colleague" }).waitFor();
  await names.waitFor();
  expect(await tabs()).toEqual(["Team"]);
  expect(await page.getByText("npm run admin -- add").count()).toBe(0);
});

test("team 11: a role is looked through, framed and reading only", async ({ page, server }) => {
  await teamIsOn(server);
  await asAdmin(page, server);
  await page.goto("/admin/settings?tab=team");
  await page.getByRole("button", { name: "Finance", exact: true }).click();
  await page.getByRole("checkbox", { name: "Deals: read" }).check();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "View as Finance" }).click();
  await page.getByText("You see the back office as Finance sees it.").waitFor();
  await page.goto("/admin/deals");
  await page.getByText("You need admin privileges to access this area.").waitFor();
  await page.getByRole("button", { name: "Stop viewing" }).click();
  await page.getByRole("heading", { name: "Deals", level: 1 }).waitFor();
});
