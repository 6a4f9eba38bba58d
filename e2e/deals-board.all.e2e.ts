// The board and the list of deals: by mouse, by keyboard alone, by touch. What `npm test -- all` adds.
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
import { expectNoSidewaysScroll, recordRequests } from "./page-checks.ts";
import { addPerson, asOwner } from "./people.ts";
import { quiet } from "./quiet.ts";
import { switchOff, undo } from "./task-screen.ts";

/** Colours change at once with the theme. */

test("the board is asked for while it is still being checked who looks, and only once", async ({ page, server }) => {
  await startDeals(page, server);
  await addDeals(server, [{ name: "Quillon assistant", stage: "new" }]);
  const requests = recordRequests(page);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/user_roles?*", async (route) => {
    await isReleased;
    await route.continue();
  });
  const board = page.waitForResponse("**/rest/v1/rpc/deal_board");
  await page.goto("/admin/deals");
  await board;
  expect(await page.getByRole("heading", { name: "Deals" }).count()).toBe(0);
  release();
  await card(page, "Quillon assistant").waitFor();
  await quiet(page);
  expect(requests.filter(({ pathname }) => pathname.endsWith("/deal_board"))).toHaveLength(1);
});

test("deals 4: Won asks for an amount that is missing, with today's date, and for nothing otherwise", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server);
  await addDeals(server, [
    { name: "Lumenroe notes", stage: "negotiation", amount: null },
    { name: "Castelline review", stage: "negotiation", amount: 96_000 },
  ]);
  await page.goto("/admin/deals");
  await card(page, "Lumenroe notes").waitFor();
  // Its own line: beside the weighted sum it was cut.
  await lane(page, "Negotiation").getByText("1 without amount", { exact: true }).waitFor();
  await drag(page, "Lumenroe notes", await pointIn(page, "[data-closer=won]"));
  const question = page.getByRole("dialog", { name: "Won. For how much?" });
  await question.getByText(/counts with its amount, net of sales tax, on its day/).waitFor();
  await question.getByRole("button", { name: "Mark as won" }).click();
  await question.getByText("Write an amount like 1,250.50").waitFor();
  await question.getByLabel("Amount").fill("41,000");
  await question.getByRole("button", { name: "Mark as won" }).click();
  await toast(page, "Lumenroe notes moved to Won");
  await drag(page, "Castelline review", await pointIn(page, "[data-closer=won]"));
  await toast(page, "Castelline review moved to Won");
  const today = await asOwner<string>(server, "/rest/v1/rpc/office_today", { method: "POST", body: {} });
  await expect
    .poll(() => asOwner(server, "/rest/v1/deals?select=name,amount_minor,closed_on&stage_kind=eq.won&order=name"))
    .toEqual([
      { name: "Castelline review", amount_minor: 96_000_00, closed_on: today },
      { name: "Lumenroe notes", amount_minor: 41_000_00, closed_on: today },
    ]);
  await page.getByRole("link", { name: /^Won 2 deals, \$137,000/ }).waitFor();
});

test("deals 5: a refused move returns the card and says why, a second move made meanwhile stays; a change by someone else is shown", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server);
  const deals = await addDeals(server, [
    { name: "Quillon assistant", stage: "new" },
    { name: "Arcadine day", stage: "new" },
    { name: "Ironquay review", stage: "new" },
  ]);
  // What others do is not told at once, so that it is met by a move.
  await page.route("**/api/live*", (route) => route.abort());
  await page.goto("/admin/deals");
  await card(page, "Arcadine day").waitFor();
  // The first is held, then refused; the second is made while it is on its way.
  let refuse = () => {};
  const held = new Promise<void>((resolve) => (refuse = resolve));
  await page.route(
    "**/rpc/move_deal",
    async (route) => {
      await held;
      await route.fulfill({ status: 403, json: { code: "42501", message: "You may not move this deal." } });
    },
    { times: 1 },
  );
  await card(page, "Quillon assistant").focus();
  await page.keyboard.press("Control+Shift+ArrowRight");
  await card(page, "Ironquay review").focus();
  await page.keyboard.press("Control+Shift+ArrowRight");
  await expect.poll(() => shown(page, "New")).toEqual(["Arcadine day"]);
  refuse();
  await page.getByText("Quillon assistant was not moved").waitFor();
  await page.getByText("You may not move this deal.").waitFor();
  await toast(page, "Ironquay review moved to Discovery");
  expect(await shown(page, "New")).toEqual(["Quillon assistant", "Arcadine day"]);
  expect(await order(server)).toEqual({ new: ["Quillon assistant", "Arcadine day"], discovery: ["Ironquay review"] });

  // In the meantime someone else changed the amount.
  await asOwner(server, `/rest/v1/deals?id=eq.${deals["Arcadine day"]!.id}`, {
    method: "PATCH",
    body: { amount_minor: 777_00 },
  });
  await card(page, "Arcadine day").focus();
  await page.keyboard.press("Control+Shift+ArrowRight");
  const conflict = page.getByRole("dialog", { name: "Someone else changed it" });
  await conflict.getByText("$777").waitFor();
  await expectClean(page, "conflict");
  await conflict.getByRole("button", { name: "Leave it as it is" }).click();
  await expect.poll(() => shown(page, "New")).toEqual(["Quillon assistant", "Arcadine day"]);
  await expect.poll(() => focused(page)).toBe("Arcadine day");
});

test("deals 8, 20: sorted by close date or amount, a card is not moved within its column by mouse, keys or menu, and it is said why; to another stage it goes where the sort puts it, with undo; board and list share the sort in the address", async ({
  open,
  server,
}) => {
  const page = await open(calm);
  await startDeals(page, server);
  await addDeals(server, [
    { name: "Quillon assistant", stage: "new", amount: 500, expected_close: "2091-03-01" },
    { name: "Arcadine day", stage: "new", amount: null, expected_close: "2091-01-01" },
    { name: "Ironquay review", stage: "new", amount: 900 },
    { name: "Norrfall desk", stage: "proposal", amount: 300, expected_close: "2091-04-01" },
    { name: "Ostrey series", stage: "proposal", amount: 700, expected_close: "2091-02-01" },
  ]);
  const byHand = {
    new: ["Quillon assistant", "Arcadine day", "Ironquay review"],
    proposal: ["Norrfall desk", "Ostrey series"],
  };
  const byDay = ["Arcadine day", "Quillon assistant", "Ironquay review"];
  await page.goto("/admin/deals");
  await card(page, "Arcadine day").waitFor();
  await chooseFilter(page, "View", "By close date");
  await expect.poll(() => shown(page, "New")).toEqual(byDay);
  await page.reload();
  await card(page, "Arcadine day").waitFor();
  expect(await shown(page, "New")).toEqual(byDay);
  expect(await shown(page, "Proposal")).toEqual(["Ostrey series", "Norrfall desk"]);
  await cardBox(page, "Arcadine day").getByText("Closes Jan 1, 2091").waitFor();
  await cardBox(page, "Ironquay review").getByText("No close date").waitFor();

  // Within the column: by mouse, by keys, by the menu.
  const refused = "Cards are sorted by close date";
  const lowest = (await cardBox(page, "Ironquay review").boundingBox())!;
  await drag(page, "Arcadine day", { x: lowest.x + 90, y: lowest.y + lowest.height - 10 });
  await toast(page, refused);
  // Spoken, and with the way out of it.
  await page.locator("[aria-live=polite]").getByText("Sort by hand to order them yourself.").last().waitFor();
  await card(page, "Quillon assistant").focus();
  await page.keyboard.press("Control+Shift+ArrowUp");
  await toast(page, refused);
  expect(await focused(page)).toBe("Quillon assistant");
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "To the bottom" }).click();
  await toast(page, refused);
  expect(await shown(page, "New")).toEqual(byDay);
  expect(await order(server)).toEqual(byHand);
  await expectClean(page, "sorted board");

  // Let go below the last card of another column, it stands between the two by its day, and on top by hand.
  const below = (await cardBox(page, "Norrfall desk").boundingBox())!;
  const readAgain = page.waitForResponse("**/rest/v1/rpc/deal_board");
  await drag(page, "Quillon assistant", { x: below.x + 90, y: below.y + below.height - 10 });
  await toast(page, "Quillon assistant moved to Proposal");
  await page.getByText("Sorted by close date, column $1,500").waitFor();
  const sorted = ["Ostrey series", "Quillon assistant", "Norrfall desk"];
  expect(await shown(page, "Proposal")).toEqual(sorted);
  expect((await order(server))["proposal"]).toEqual(["Quillon assistant", "Norrfall desk", "Ostrey series"]);
  await expect.poll(() => focused(page)).toBe("Quillon assistant");
  await readAgain;
  await expect.poll(() => shown(page, "Proposal")).toEqual(sorted);
  await page.keyboard.press("Control+z");
  await toast(page, "Quillon assistant is back in New");
  await expect.poll(() => shown(page, "New")).toEqual(byDay);
  expect(await order(server)).toEqual(byHand);

  const byAmount = ["Ironquay review", "Quillon assistant", "Arcadine day"];
  await chooseFilter(page, "View", "By amount");
  await expect.poll(() => shown(page, "New")).toEqual(byAmount);
  await page.getByRole("button", { name: "List" }).click();
  const names = page.getByRole("grid", { name: "deals" }).locator("tbody td:nth-child(2) a");
  await expect
    .poll(() => names.allTextContents())
    .toEqual(["Ironquay review", "Ostrey series", "Quillon assistant", "Norrfall desk", "Arcadine day"]);
  await page.getByRole("button", { name: "Board" }).click();
  await expect.poll(() => shown(page, "New")).toEqual(byAmount);
  await card(page, "Quillon assistant").focus();
  await page.keyboard.press("Control+Shift+ArrowDown");
  await toast(page, "Cards are sorted by amount");
  await page.getByLabel("Notifications").getByRole("button", { name: "Sort by hand" }).last().click();
  await expect.poll(() => shown(page, "New")).toEqual(byHand.new);
  expect(new URL(page.url()).search).toBe("");
  await card(page, "Quillon assistant").focus();
  await page.keyboard.press("Control+Shift+ArrowDown");
  await toast(page, "Quillon assistant moved to New");
  expect((await order(server))["new"]).toEqual(["Arcadine day", "Quillon assistant", "Ironquay review"]);
  expect(problemsOf(page)).toEqual([]);
});

test("deals 13: its own probability survives a move only on request", async ({ open, server }) => {
  const page = await open(calm);
  await startDeals(page, server);
  await addDeals(server, [{ name: "Pellworth room", stage: "proposal", amount: 100, probability_own: 60 }]);
  const own = () => asOwner(server, "/rest/v1/deals?select=probability_own");
  await page.goto("/admin/deals");
  await card(page, "Pellworth room").focus();
  await page.keyboard.press("Control+Shift+ArrowRight");
  const question = page.getByRole("dialog", { name: "Keep its own probability?" });
  await question.getByRole("button", { name: "Keep 60%" }).click();
  await toast(page, "Pellworth room moved to Negotiation");
  expect(await own()).toEqual([{ probability_own: 60 }]);
  await lane(page, "Negotiation").getByText("Weighted $60").waitFor();
  await expect.poll(() => focused(page)).toBe("Pellworth room");
  await page.keyboard.press("Control+Shift+ArrowLeft");
  await question.getByRole("button", { name: "Use 50%" }).click();
  await toast(page, "Pellworth room moved to Proposal");
  expect(await own()).toEqual([{ probability_own: null }]);
});

test("the list compares amounts of several currencies by their rates; deals without one come last, whichever way", async ({
  page,
  server,
}) => {
  await startDeals(page, server);
  await asOwner(server, "/rest/v1/currencies?code=eq.JPY", { method: "PATCH", body: { rate: 0.0067 } });
  await addDeals(server, [
    { name: "Quillon assistant", stage: "new", amount: 500 },
    { name: "Arcadine day", stage: "new", amount: null },
    // 100,000 yen.
    { name: "Sabler drill", stage: "new", amount: 1000, currency: "JPY" },
    { name: "Ironquay review", stage: "new", amount: 900 },
  ]);
  const names = page.getByRole("grid", { name: "deals" }).locator("tbody td:nth-child(2) a");
  const rising = ["Quillon assistant", "Sabler drill", "Ironquay review"];
  for (const [sort, expected] of Object.entries({ amount_minor: rising, "-amount_minor": rising.toReversed() })) {
    await page.goto(`/admin/deals?view=list&sort=${sort}`);
    await expect.poll(() => names.allTextContents(), { message: sort }).toEqual([...expected, "Arcadine day"]);
  }
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
  const table = page.getByRole("grid", { name: "deals" });
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
