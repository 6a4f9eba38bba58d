// The board and the list of deals: by mouse, by keyboard alone, by touch.
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { chooseFilter, toast } from "./crm-screen.ts";
import {
  addDeals,
  calm,
  card,
  cardBox,
  drag,
  focused,
  lane,
  order,
  pointIn,
  shown,
  startDeals,
} from "./deal-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addPerson, asOwner } from "./people.ts";
import { switchOff, undo } from "./task-screen.ts";

test("deals 3: a drop on Lost asks for the reason first; closing the question leaves the card in its exact place with the focus", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server);
  await addDeals(server, [
    { name: "Quillon assistant", stage: "new" },
    { name: "Arcadine day", stage: "new" },
    { name: "Norrfall desk", stage: "proposal", amount: 148_000 },
    { name: "Ostrey series", stage: "proposal" },
  ]);
  await page.goto("/admin/deals");
  await card(page, "Arcadine day").waitFor();
  await expectClean(page, "board");

  // Between two cards of another column.
  const ostrey = (await cardBox(page, "Ostrey series").boundingBox())!;
  await drag(page, "Quillon assistant", { x: ostrey.x + 90, y: ostrey.y + 10 });
  await toast(page, "Quillon assistant moved to Proposal");
  await page.getByText("2 of 3, column $150,000").waitFor();
  expect(await order(server)).toEqual({
    new: ["Arcadine day"],
    proposal: ["Norrfall desk", "Quillon assistant", "Ostrey series"],
  });
  expect(await focused(page)).toBe("Quillon assistant");

  await drag(page, "Quillon assistant", await pointIn(page, "[data-closer=lost]"));
  const question = page.getByRole("dialog", { name: "Why was it lost?" });
  await question.waitFor();
  await expectClean(page, "lost");
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  expect(await shown(page, "Proposal")).toEqual(["Norrfall desk", "Quillon assistant", "Ostrey series"]);
  await expect.poll(() => focused(page)).toBe("Quillon assistant");
  expect((await order(server))["lost"]).toBeUndefined();

  // Without a reason nothing happens; with one the deal is lost, and undo brings it back to where it was.
  await drag(page, "Quillon assistant", await pointIn(page, "[data-closer=lost]"));
  await question.getByRole("button", { name: "Mark as lost" }).click();
  await question.getByText("Choose a reason.").waitFor();
  await question.getByRole("radio", { name: /^Timing/ }).check();
  await question.getByRole("button", { name: "Mark as lost" }).click();
  await toast(page, "Quillon assistant moved to Lost");
  expect(await shown(page, "Proposal")).toEqual(["Norrfall desk", "Ostrey series"]);
  expect((await order(server))["lost"]).toEqual(["Quillon assistant"]);
  await undo(page, "Quillon assistant moved to Lost").click();
  await toast(page, "Quillon assistant is back in Proposal");
  expect((await order(server))["proposal"]).toEqual(["Norrfall desk", "Quillon assistant", "Ostrey series"]);
  expect(problemsOf(page)).toEqual([]);
});

test("deals 8: the board by keyboard alone: arrows walk, M and Ctrl+Shift+arrows move between the cards that a filter shows, focus follows, Ctrl+Z takes back", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server);
  await addDeals(server, [
    { name: "Quillon assistant", stage: "new", service_line: "Publisher" },
    { name: "Norrfall desk", stage: "proposal", amount: 148_000, service_line: "Publisher" },
    { name: "Hidden series", stage: "proposal", service_line: "Workshops" },
    { name: "Pellworth room", stage: "proposal", amount: 54_000, service_line: "Publisher", probability_own: 60 },
  ]);
  await page.goto("/admin/deals?service=Publisher");
  await card(page, "Norrfall desk").waitFor();
  expect(await shown(page, "Proposal")).toEqual(["Norrfall desk", "Pellworth room"]);
  await card(page, "Quillon assistant").focus();
  await page.keyboard.press("ArrowRight");
  expect(await focused(page)).toBe("Norrfall desk");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe("Pellworth room");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  expect(await focused(page)).toBe("Quillon assistant");

  // M, then the number of the stage: the third.
  await page.keyboard.press("m");
  const menu = page.getByRole("menu", { name: "Move Quillon assistant" });
  await menu.waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await expect.poll(() => focused(page)).toBe("Quillon assistant");
  await page.keyboard.press("m");
  await menu.waitFor();
  await page.keyboard.press("3");
  await toast(page, "Quillon assistant moved to Proposal");
  await expect.poll(() => focused(page)).toBe("Quillon assistant");
  // Down between the two that are shown; the hidden one stays between as it was.
  await page.keyboard.press("Control+Shift+ArrowDown");
  await page.getByText("2 of 4, column $204,000").waitFor();
  expect((await order(server))["proposal"]).toEqual([
    "Norrfall desk",
    "Quillon assistant",
    "Hidden series",
    "Pellworth room",
  ]);
  expect(await shown(page, "Proposal")).toEqual(["Norrfall desk", "Quillon assistant", "Pellworth room"]);
  await expect.poll(() => focused(page)).toBe("Quillon assistant");

  await page.keyboard.press("Control+z");
  await toast(page, "Quillon assistant is back in Proposal");
  await page.keyboard.press("Control+z");
  await toast(page, "Quillon assistant is back in New");
  expect(await shown(page, "New")).toEqual(["Quillon assistant"]);
  await expect.poll(() => focused(page)).toBe("Quillon assistant");

  // Lost by its letter, closed again: the focus is where it was.
  await page.keyboard.press("m");
  await menu.waitFor();
  await page.keyboard.press("l");
  await page.getByRole("dialog", { name: "Why was it lost?" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("Quillon assistant");
  expect(problemsOf(page)).toEqual([]);
});

test("deals 19, 20: board and list keep the same filter in the address, and their sums are the same; several get an owner, one reason for all, and are archived with undo; a file has them all", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  const me = await startDeals(page, server);
  await addDeals(server, [
    { name: "Norrfall desk", stage: "proposal", amount: 148_000.55, service_line: "Publisher", owner_id: me.id },
    { name: "Ostrey series", stage: "proposal", amount: 36_000.11, service_line: "Publisher", owner_id: me.id },
    { name: "Quillon assistant", stage: "new", amount: 28_000, service_line: "Publisher", owner_id: me.id },
    { name: "Veldhaven yard", stage: "discovery", amount: 5, service_line: "RLCT", owner_id: me.id },
    { name: "Sabler drill", stage: "proposal", amount: 7, service_line: "Publisher", owner_id: null },
  ]);
  const colleague = await addPerson(server, { admin: true });
  await page.goto("/admin/deals");
  await chooseFilter(page, "Owner", me.email);
  await chooseFilter(page, "Service", "Publisher");
  await lane(page, "Proposal").getByText("$184,000.66", { exact: true }).waitFor();
  await expect.poll(() => shown(page, "Discovery")).toEqual([]);
  await page.getByRole("button", { name: "List" }).click();
  const table = page.getByRole("table", { name: "deals" });
  await table.getByRole("link", { name: "Norrfall desk" }).waitFor();
  expect(new URL(page.url()).searchParams.get("owner")).toBe(me.id);
  expect(new URL(page.url()).searchParams.get("service")).toBe("Publisher");
  await page.getByText("3 deals, $212,000.66", { exact: true }).waitFor();
  await chooseFilter(page, "Stage", "Proposal");
  await page.getByText("2 deals, $184,000.66", { exact: true }).waitFor();
  await expect.poll(() => table.getByRole("row").count()).toBe(3);
  await page.getByRole("button", { name: "Board" }).click();
  await lane(page, "Proposal").getByText("$184,000.66", { exact: true }).waitFor();
  await page.reload();
  await card(page, "Ostrey series").waitFor();
  expect(await shown(page, "Proposal")).toEqual(["Norrfall desk", "Ostrey series"]);

  await page.goto("/admin/deals?view=list&sort=amount_minor");
  const names = () => table.locator("tbody td:nth-child(2) a").allTextContents();
  await expect
    .poll(names)
    .toEqual(["Veldhaven yard", "Sabler drill", "Quillon assistant", "Ostrey series", "Norrfall desk"]);
  await table.getByRole("button", { name: "Stage", exact: true }).click();
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual(["Quillon assistant", "Veldhaven yard"]);
  // A name as long as names can be leaves every column on the screen.
  await asOwner(server, "/rest/v1/deals?name=eq.Sabler drill", {
    method: "PATCH",
    body: { name: `Sabler ${"drill of everything that can be drilled ".repeat(4)}` },
  });
  await page.reload();
  await table.getByRole("link", { name: /^Sabler drill of/ }).waitFor();
  await expectNoSidewaysScroll(page, "list");
  await expectClean(page, "list");
  // One after the other: the bar that comes with the first moves the rows down.
  const select = async (...wanted: string[]) => {
    for (const [index, name] of wanted.entries()) {
      await table.getByRole("checkbox", { name: `Select ${name}` }).check();
      await page.getByText(new RegExp(`^${index + 1} deals? selected`)).waitFor();
    }
  };
  await select("Norrfall desk", "Ostrey series");
  await page.getByRole("button", { name: "Change owner of the selected deals" }).click();
  await page.getByRole("menuitem", { name: colleague.email }).click();
  await page.getByText(/^2 deals given to/).waitFor();
  expect(await asOwner(server, `/rest/v1/deals?select=name&owner_id=eq.${colleague.id}&order=name`)).toEqual([
    { name: "Norrfall desk" },
    { name: "Ostrey series" },
  ]);
  await select("Norrfall desk", "Ostrey series");
  await page.getByRole("button", { name: "Move the selected deals" }).click();
  await page.getByRole("menuitem", { name: "Lost..." }).click();
  const question = page.getByRole("dialog", { name: "Why were they lost?" });
  await question.getByRole("radio", { name: /^Price/ }).check();
  await question.getByRole("button", { name: "Mark as lost" }).click();
  await toast(page, "2 deals moved to Lost");
  await expect.poll(async () => (await names()).length).toBe(3);
  await select("Veldhaven yard");
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await toast(page, "1 deal archived");
  await expect.poll(async () => (await names()).length).toBe(2);
  await undo(page, "1 deal archived").click();
  await expect.poll(async () => (await names()).length).toBe(3);
  await chooseFilter(page, "Stage", "any");
  await expect.poll(async () => (await names()).length).toBe(5);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const text = await readFile((await file.path())!, "utf8");
  expect(text.split("\n").filter(Boolean)).toHaveLength(6);
  expect(text).toMatch(/Norrfall desk,Norrfall,Lost,148000\.55,USD/);

  await switchOff(server, "deals");
  await page.goto("/admin/deals");
  await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
  await page.goto("/admin");
  expect(await page.getByRole("link", { name: "New Deal" }).getAttribute("href")).toBe("/admin/deals");
});
