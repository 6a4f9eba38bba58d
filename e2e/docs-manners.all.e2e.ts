// What readers of documentation expect: where they are, when it was written, the text itself, and a way on with one thumb.
import { describe, expect } from "vitest";
import { errors } from "#content/bootloader-reference.ts";
import { installCommands } from "#content/bootloader.ts";
import { markdownPath } from "#content/docs-pages.ts";
import { behaviorReady, documents } from "./bootloader-pages.ts";
import { phone, sharedTest as test } from "./fixtures.ts";

describe.each(documents)("%s", (path) => {
  test("says when it was changed, and is there as Markdown", async ({ page, server }) => {
    await page.goto(path);
    expect(await page.locator("article time").first().getAttribute("datetime")).toMatch(/^20\d\d-\d\d-\d\d$/);
    const link = page.getByRole("link", { name: "This page as Markdown" });
    expect(await link.getAttribute("href")).toBe(markdownPath(path));
    const response = await fetch(server.url + markdownPath(path));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
    const text = await response.text();
    expect(text.startsWith(`# ${await page.getByRole("heading", { level: 1 }).textContent()}\n`)).toBe(true);
    expect(text).not.toContain("guidevane.example");
  });
});

test("Skip leads past the index to the article", async ({ page }) => {
  await page.goto("/docs/bootloader/api");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("ARTICLE");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => Boolean(document.activeElement?.closest("article")))).toBe(true);
});

test("the section being read is marked, in the outline only once", async ({ page }) => {
  await page.goto("/docs/bootloader/api#exit-codes");
  const outline = page.getByRole("navigation", { name: "On this page", exact: true });
  await expect.poll(() => outline.locator("[aria-current=location]").allTextContents()).toEqual(["Exit codes"]);
  await page.evaluate(() => document.getElementById("global-flags")?.scrollIntoView());
  await expect.poll(() => outline.locator("[aria-current=location]").allTextContents()).toEqual(["Global flags"]);
});

test("an error in the text leads to its row, under the id as it is printed; the old address still does", async ({
  page,
}) => {
  await page.goto("/docs/bootloader/quickstart");
  await page.locator(".doc a", { hasText: "BL5001" }).click();
  await page.waitForURL("**/docs/bootloader/api#BL5001");
  const ids = errors.flatMap(({ id }) => [id, id.toLowerCase()]);
  expect(await page.evaluate((all) => all.filter((id) => !document.getElementById(id)), ids)).toEqual([]);
});

test("install: one tab per package manager, all of them without JavaScript", async ({ page, open }) => {
  await page.goto("/docs/bootloader/quickstart");
  await page.locator("[data-behavior=tabs]").scrollIntoViewIfNeeded();
  await behaviorReady(page, "tabs");
  await page.getByRole("tab", { name: "pnpm" }).click();
  const shown = page.getByRole("tabpanel").locator("pre");
  expect(await shown.allInnerTexts()).toEqual([expect.stringContaining(installCommands[1].command)]);
  const still = await open({ javaScriptEnabled: false });
  await still.goto("/docs/bootloader/quickstart");
  for (const { command } of installCommands) expect(await still.locator(".doc").innerText()).toContain(command);
});

describe("on a phone", () => {
  test("search, pages and sections stay in a bar at the foot of the screen while the text is there", async ({
    open,
  }) => {
    const page = await open({ viewport: phone });
    await page.goto("/docs/bootloader/api");
    await page.locator("[data-docs-bar] [data-behavior=docs-outline][data-ready]").waitFor({ state: "attached" });
    const bar = page.locator("[data-docs-bar]");
    const bottom = async () =>
      Math.round(((await bar.boundingBox())?.y ?? 0) + ((await bar.boundingBox())?.height ?? 0));
    expect(await bottom()).toBe(phone.height);
    await page.evaluate(() => window.scrollTo(0, 4000));
    await expect.poll(bottom).toBe(phone.height);
    await bar.getByText("Sections", { exact: true }).click();
    await page.getByRole("navigation", { name: "On this page, short" }).getByRole("link", { name: "Errors" }).click();
    await page.waitForURL("**#errors");
    expect(await page.getByRole("navigation", { name: "On this page, short" }).isVisible()).toBe(false);
    // Above the footer it stays behind.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(bottom).toBeLessThan(phone.height);
  });

  test("results open upwards and stay on the screen", async ({ open }) => {
    const page = await open({ viewport: phone });
    await page.goto("/docs/bootloader");
    await page.getByRole("combobox").click();
    await page.getByRole("combobox").fill("adapter");
    await page.getByRole("option").first().waitFor();
    const list = await page.getByRole("listbox").locator("..").boundingBox();
    expect(list?.y).toBeGreaterThan(0);
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(phone.width);
  });
});
