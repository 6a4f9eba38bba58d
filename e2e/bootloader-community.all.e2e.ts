import { describe, expect } from "vitest";
import { links } from "#content/site.ts";
import { clipboardText, community, withClipboard } from "./bootloader-pages.ts";
import { problemsOf, sharedTest as test } from "./fixtures.ts";

describe("the Community edition page", () => {
  test("offers the source in a new tab and the documentation", async ({ page }) => {
    await page.goto(community);
    await page.getByRole("heading", { level: 1, name: "Bootloader Community" }).waitFor();
    const source = page.getByRole("link", { name: /^Download from source repository/ });
    expect(await source.getAttribute("href")).toBe(links.bootloaderRepository);
    expect(await source.getAttribute("target")).toBe("_blank");
    await page.getByRole("main").getByRole("link", { name: "Documentation", exact: true }).first().click();
    await page.waitForURL("**/docs/bootloader");
    expect(problemsOf(page)).toEqual([]);
  });

  test("starts in three steps: install globally, create, configure and deploy", async ({ page }) => {
    await page.goto(community);
    const steps = page.locator("#quick-start ol > li");
    const texts = await steps.allInnerTexts();
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(/1\s+Install the CLI[\s\S]+npm install -g @guidevane\/bootloader/);
    expect(texts[1]).toMatch(/2\s+Create a project[\s\S]+bootloader new support-desk --template e-commerce/);
    expect(texts[2]).toMatch(/3\s+Configure and deploy[\s\S]+bootloader connect codex && bootloader deploy/);
  });

  test("lists ten features", async ({ page }) => {
    await page.goto(community);
    expect(await page.locator("#features li").count()).toBe(10);
  });

  test("links to the source, the chat and the documentation for support", async ({ page }) => {
    await page.goto(community);
    const rows = page.locator("#support a");
    expect(
      await rows.evaluateAll((all) => all.map((row) => [row.getAttribute("href"), row.getAttribute("target")])),
    ).toEqual([
      [links.bootloaderRepository, "_blank"],
      [links.chatCommunity, "_blank"],
      ["/docs/bootloader", null],
    ]);
  });

  test.for([
    ["E-commerce assistant", "bootloader new support-desk --template e-commerce"],
    ["Content pipeline", "bootloader new newsroom --template content-pipeline"],
    ["Data analysis", "bootloader new numbers --template data-analysis"],
  ] as const)(
    "%s: its command is shown, and Try This Template copies it and says so",
    async ([title, command], { open }) => {
      const page = await open(withClipboard);
      await page.goto(community);
      expect(await page.locator("#templates h3").count()).toBe(3);
      const template = page.locator("#templates li").filter({ has: page.getByRole("heading", { name: title }) });
      const shown = (await template.locator("pre").innerText()).replace(/ \\\n\s*/g, " ");
      expect(shown).toContain(command);
      await template.getByRole("button", { name: "Try This Template" }).click();
      const toast = page.getByRole("region", { name: /Notifications/ });
      await toast.getByText("Command copied").waitFor();
      await toast.getByText(command).waitFor();
      expect(await clipboardText(page)).toBe(command);
    },
  );

  test("Try This Template works from the keyboard", async ({ open }) => {
    const page = await open(withClipboard);
    await page.goto(community);
    await page.getByRole("button", { name: "Try This Template" }).first().focus();
    await page.keyboard.press("Enter");
    await page.getByText("Command copied").waitFor();
  });
});
