// The timeline on the pages of accounts and contacts: what happened, notes, merging, erasing; and the frame around it.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { entries, norrfall } from "./timeline-screen.ts";

test("timeline 7: a note by Ctrl+Enter; its draft survives a reload; edited, pinned, deleted, brought back", async ({
  page,
  server,
}) => {
  const { ada, account } = await norrfall(page, server);
  await page.goto(ada);
  const box = page.getByLabel("Note", { exact: true });
  await box.fill("Wants a workshop in");
  await page.reload();
  await expect.poll(() => box.inputValue()).toBe("Wants a workshop in");
  // Another record has its own draft.
  await page.goto(account);
  await expect.poll(() => box.inputValue()).toBe("");
  await page.goto(ada);
  await box.press("End");
  await box.pressSequentially(" May, see https://norrfall.example/plan");
  await box.press("Control+Enter");
  await toast(page, "Note added");
  expect(await box.inputValue()).toBe("");
  const note = entries(page).filter({ hasText: "Wants a workshop in May" });
  await note.waitFor();
  const link = note.getByRole("link", { name: "https://norrfall.example/plan" });
  expect(await link.getAttribute("rel")).toContain("noopener");
  await page.reload();
  await note.waitFor();
  expect(await box.inputValue()).toBe("");

  await note.getByRole("button", { name: "Note actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByLabel("Edit note").fill("Wants a workshop in June");
  await page.getByLabel("Edit note").press("Control+Enter");
  const edited = entries(page).filter({ hasText: "Wants a workshop in June" });
  await edited.getByRole("heading").filter({ hasText: ", edited" }).waitFor();

  await edited.getByRole("button", { name: "Note actions" }).click();
  await page.getByRole("menuitem", { name: "Pin to the top" }).click();
  const pinned = page.getByRole("region", { name: "Pinned notes" });
  await pinned.getByText("Wants a workshop in June").waitFor();

  await edited.getByRole("button", { name: "Note actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await toast(page, "Note deleted");
  await edited.waitFor({ state: "hidden" });
  await pinned.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Undo" }).click();
  await edited.waitFor();
  await pinned.waitFor();
  expect(problemsOf(page)).toEqual([]);
});
