// Bootloader's page: details of its parts.
import { describe, expect } from "vitest";
import { links } from "#content/site.ts";
import { clipboardText, landing, withClipboard } from "./bootloader-pages.ts";
import { sharedTest as test } from "./fixtures.ts";

describe("the product page, from top to bottom", () => {
  test("shows six feature cards", async ({ page }) => {
    await page.goto(landing);
    expect(await page.locator("#features li h3").allTextContents()).toEqual([
      "One-command scaffolding",
      "Codex and Portia adapters",
      "Plugin-driven architecture",
      "Monorepo workspaces",
      "Built-in testing and CI",
      "Dual-license ready",
    ]);
  });

  test("explains itself in three steps with their commands", async ({ page }) => {
    await page.goto(landing);
    const steps = page.locator("#how-it-works ol > li");
    expect(await steps.locator("h3").allTextContents()).toEqual([
      "Install and connect",
      "Run the new-project command",
      "Deploy and monitor",
    ]);
    expect(await steps.nth(0).innerText()).toContain("npm install -g @guidevane/bootloader");
    expect(await steps.nth(1).innerText()).toContain("bootloader new newsroom --template content-pipeline");
    expect(await steps.nth(2).innerText()).toContain("bootloader deploy && bootloader watch");
  });

  test("leads to the quickstart, the reference and the source, the last in a new tab", async ({ page }) => {
    await page.goto(landing);
    const cards = page.locator("#how-it-works ul a");
    expect(await cards.evaluateAll((all) => all.map((card) => card.getAttribute("href")))).toEqual([
      "/docs/bootloader/quickstart",
      "/docs/bootloader/api",
      links.bootloaderRepository,
    ]);
    const source = cards.nth(2);
    expect(await source.getAttribute("target")).toBe("_blank");
    expect(await source.getAttribute("rel")).toContain("noopener");
    expect(await source.textContent()).toContain("Opens in a new tab");
  });

  test("ends with the chat community and the Portia adapter", async ({ page }) => {
    await page.goto(landing);
    const chat = page.getByRole("link", { name: "Join the chat community" });
    expect(await chat.getAttribute("href")).toBe(links.chatCommunity);
    expect(await chat.getAttribute("target")).toBe("_blank");
    await page.locator("#community").getByRole("link", { name: "Portia adapter" }).click();
    await page.getByRole("heading", { level: 1, name: "The Portia adapter" }).waitFor();
  });
});

test("beside the Professional button there is a way to ask for a seat, also without JavaScript", async ({
  page,
  open,
}) => {
  const still = await open({ javaScriptEnabled: false });
  for (const each of [page, still]) {
    await each.goto(landing);
    const professional = each.locator("#pricing article").nth(1);
    expect(await professional.getByRole("link", { name: "Ask for a seat" }).getAttribute("href")).toBe(
      "/contact?subject=Bootloader+Professional",
    );
    expect(await professional.locator("form").count()).toBe(0);
  }
});

test("the terminal's copy button copies the typed lines and says so", async ({ open }) => {
  const page = await open(withClipboard);
  await page.goto(landing);
  const button = page.getByRole("button", { name: "Copy Create and run a swarm" });
  await button.click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await clipboardText(page)).toBe(
    "npm install -g @guidevane/bootloader\nbootloader new support-desk --template e-commerce\ncd support-desk && npm run swarm",
  );
  await button.waitFor();
});

test("a browser that refuses the clipboard gets a toast with another way", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await page.goto(landing);
  await page.getByRole("button", { name: "Copy Create and run a swarm" }).click();
  await page.getByText("Select the text and copy it by hand.").waitFor();
});
