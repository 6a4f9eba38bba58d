import { describe, expect } from "vitest";
import { commands } from "#content/bootloader.ts";
import { recordRequests } from "./bootloader-pages.ts";
import { axeViolations } from "./accessibility.ts";
import { sharedTest as test } from "./fixtures.ts";

test("the outline moves to the section and its address can be shared", async ({ page }) => {
  await page.goto("/docs/bootloader/api");
  await page
    .getByRole("navigation", { name: "On this page", exact: true })
    .getByRole("link", { name: "Exit codes" })
    .click();
  expect(page.url()).toMatch(/#exit-codes$/);
  const top = await page.locator("#exit-codes").evaluate((heading) => heading.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(60);
  expect(top).toBeLessThan(200);
});

test("the reference has every command with all of its flags", async ({ page }) => {
  await page.goto("/docs/bootloader/api");
  for (const command of commands) {
    const heading = page.locator(`#bootloader-${command.name}`);
    const flags = await heading.evaluate((element) => {
      let next = element.nextElementSibling;
      while (next && !next.querySelector("table")) next = next.nextElementSibling;
      return [...(next?.querySelectorAll("tbody td:first-child code:first-child") ?? [])].map(
        (cell) => cell.textContent,
      );
    });
    expect(flags).toEqual(command.flags.map((flag) => [flag.name, flag.value].filter(Boolean).join(" ")));
  }
});

describe("search", () => {
  const box = { name: "Search the documentation" };

  test("finds a command by typing and goes there with the keyboard", async ({ page, server }) => {
    const requests = recordRequests(page);
    await page.goto("/docs/bootloader");
    const search = page.getByRole("combobox", box);
    await search.focus();
    await page.keyboard.type("deploy", { delay: 20 });
    const options = page.getByRole("option");
    await options.first().waitFor();
    expect(await search.getAttribute("aria-expanded")).toBe("true");
    expect(await options.first().locator("b").textContent()).toBe("bootloader deploy");
    expect(await options.first().getAttribute("aria-selected")).toBe("true");

    await page.keyboard.press("ArrowDown");
    expect(await options.nth(1).getAttribute("aria-selected")).toBe("true");
    expect(await search.getAttribute("aria-activedescendant")).toBe(await options.nth(1).getAttribute("id"));
    expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowUp");
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/bootloader/api#bootloader-deploy");
    expect(requests.every((request) => new URL(request.url()).origin === server.url)).toBe(true);
  });

  test("goes to a row of a table, by pointer", async ({ page }) => {
    await page.goto("/docs/bootloader/quickstart");
    await page.getByRole("combobox", box).click();
    await page.getByRole("combobox", box).fill("BL4001");
    await page
      .getByRole("option", { name: /BL4001/ })
      .first()
      .click();
    await page.waitForURL("**/docs/bootloader/api#BL4001");
  });

  test("loads its index only when it is used, and never React", async ({ page }) => {
    const requests = recordRequests(page);
    await page.goto("/docs/bootloader");
    await page.waitForLoadState("networkidle");
    const asked = () => requests.map((request) => new URL(request.url()).pathname).join("\n");
    expect(asked()).not.toContain("docs-index");
    const index = page.waitForResponse(/docs-index/);
    await page.getByRole("combobox", box).focus();
    await index;
    expect(asked()).not.toContain("hydrate");
  });
});

test("without JavaScript a document is complete: index, text, coloured code, and no dead buttons", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto("/docs/bootloader/quickstart");
  await page
    .getByRole("navigation", { name: "Documentation", exact: true })
    .getByRole("link", { name: "Concepts" })
    .waitFor();
  expect(await page.locator("pre.code .code-prompt").count()).toBeGreaterThan(10);
  expect(await page.locator("main").getByRole("button").count()).toBe(0);
  expect(await page.getByRole("combobox").count()).toBe(0);
});
