// The board and the list of deals: by mouse, by keyboard alone, by touch.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { addDeals, calm, card, cardBox, drag, focused, order, pointIn, shown, startDeals } from "./deal-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { undo } from "./task-screen.ts";

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
