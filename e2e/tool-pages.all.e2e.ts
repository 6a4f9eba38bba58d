import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { links } from "#content/site.ts";
import { extender } from "#content/tools.ts";
import { phone, sharedTest as test } from "./fixtures.ts";

const contact = (subject: string) => `/contact?subject=${subject.replaceAll(" ", "+")}`;

async function expectNewTab(page: Page, name: RegExp, href: string) {
  const found = page.getByRole("link", { name });
  expect(await found.count()).toBeGreaterThan(0);
  for (const link of await found.all()) {
    expect(await link.getAttribute("href")).toBe(href);
    expect(await link.getAttribute("target")).toBe("_blank");
    expect(await link.getAttribute("rel")).toContain("noopener");
    expect(await link.textContent()).toContain("Opens in a new tab");
  }
}

const itemsUnder = (page: Page, heading: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: heading, exact: true }) }).getByRole("listitem");

describe("GPT Extender Lite", () => {
  const path = "/tools/gpt-extender-lite";

  test("buy buttons open the external payment link in a new tab; the price is $5", async ({ page }) => {
    await page.goto(path);
    await expectNewTab(page, /Buy for \$5/, links.payment);
    expect(await page.getByRole("link", { name: /Buy for/ }).count()).toBe(2);
    await page.context().route(links.payment, (route) => route.fulfill({ body: "paid" }));
    const [opened] = await Promise.all([
      page.context().waitForEvent("page"),
      page
        .getByRole("link", { name: /Buy for/ })
        .first()
        .click(),
    ]);
    await opened.waitForURL(links.payment);
    expect(page.url()).toContain(path);
  });

  test("has four benefits, four steps, four use cases with a terminal and four key features", async ({ page }) => {
    await page.goto(path);
    expect(await itemsUnder(page, "Benefits").count()).toBe(4);
    expect(await itemsUnder(page, "How it works").count()).toBe(4);
    expect(await itemsUnder(page, "What people do with the files").count()).toBe(4);
    expect(await itemsUnder(page, "Key features").count()).toBe(4);
    expect(await page.getByText("Under 50KB").count()).toBe(1);
    await page.getByText("grep -il").waitFor();
  });

  test("says before the purchase where it works, what it reads and how to get the money back", async ({ page }) => {
    await page.goto(path);
    const before = page.locator("section", { has: page.getByRole("heading", { name: "Before you buy" }) });
    expect(await before.locator("dt").allTextContents()).toEqual(["Works in", "Reads", "Refund", "Updates"]);
    expect(await before.innerText()).toContain(extender.refund);
  });

  test("names the exported file as the features promise: the chat's title and the date", async ({ page }) => {
    await page.goto(path);
    expect(await page.locator("main").innerText()).not.toMatch(/vendor-comparison\.txt/);
    expect(await page.getByText("vendor-comparison-2024-12-01.txt").count()).toBeGreaterThan(1);
  });

  test("support leads to the contact form with its subject", async ({ page }) => {
    await page.goto(path);
    await page.getByRole("link", { name: "Get support" }).click();
    await page.waitForURL(`**${contact("GPT Extender Lite Support")}`);
    await page.getByText("You're contacting about: GPT Extender Lite Support").waitFor();
  });

  test("the standalone page has the same sheet, the brand only in its header, and a footer", async ({ page }) => {
    await page.goto("/standalone/gpt-extender-lite");
    await expectNewTab(page, /Buy for \$5/, links.payment);
    expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
    expect(await page.getByRole("contentinfo").textContent()).toContain("2024");
    const support = await page.getByRole("link", { name: "Get support" }).getAttribute("href");
    expect(support).toMatch(/^https?:\/\/.+\/contact\?subject=GPT\+Extender\+Lite\+Support$/);
  });
});

describe("Bootable", () => {
  test("shows three modules, each marked In Development, and both subjects", async ({ page }) => {
    await page.goto("/tools/bootable");
    const bands = page.locator("ol > li", { has: page.getByRole("heading", { level: 3 }) });
    expect(await bands.count()).toBe(3);
    for (const band of await bands.all())
      expect(await band.locator('[data-status="In Development"]').textContent()).toBe("In Development");
    expect(await page.getByRole("link", { name: "Ask for early access" }).getAttribute("href")).toBe(
      contact("Bootable Early Access"),
    );
    expect(await page.getByRole("link", { name: "Discuss a partnership" }).getAttribute("href")).toBe(
      contact("Bootable Partnership"),
    );
    await expectNewTab(page, /Visit the Bootable site/, links.bootable);
  });
});

describe("Bavl", () => {
  test("is marked beta, has feature and audience rows, three subjects and the external link", async ({ page }) => {
    await page.goto("/tools/bavl");
    await page.locator('h1 >> xpath=.. >> [data-status="Beta"]').waitFor();
    expect(await itemsUnder(page, "What it does differently").count()).toBe(6);
    const rows = page.locator("section", { hasText: "Who works with it" }).last().locator("li a");
    expect(await rows.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
      ["Bavl Professional Access", "Bavl Feedback", "Bavl Enterprise"].map(contact),
    );
    await expectNewTab(page, /Visit the Bavl site/, links.bavl);
  });

  test("Hebrew is marked as Hebrew, right to left, in its own font", async ({ page }) => {
    await page.goto("/tools/bavl");
    const hebrew = page.locator('[lang="he"][dir="rtl"]');
    expect(await hebrew.textContent()).toContain("אֵיזֶהוּ חָכָם");
    await page.evaluate("document.fonts.ready");
    expect(await page.evaluate("document.fonts.check('24px \"Frank Ruhl Libre Variable\"', 'א')")).toBe(true);
  });
});

describe("BookDev", () => {
  test.for([false, true])(
    "splits 40 and 60 percent to scale and names the five steps (phone: %s)",
    async (small, { open }) => {
      const page = await open(small ? { viewport: phone } : {});
      await page.goto("/bookdev");
      const bars = await page
        .locator("dl dd > span[aria-hidden]")
        .evaluateAll((all) => all.map((bar) => bar.clientWidth));
      expect(bars).toHaveLength(2);
      expect((bars[0] ?? 0) / ((bars[0] ?? 0) + (bars[1] ?? 0))).toBeCloseTo(0.4, 1);
      const text = await page.locator("main").innerText();
      expect(text).toMatch(/Initial AI development[\s\S]*40%[\s\S]*Writing and editing[\s\S]*60%/);
      const ring = page.locator("ol > li");
      expect(await ring.allTextContents()).toEqual(["Define", "Plan", "Write", "Edit", "Iterate"]);
      for (const heading of ["What you receive", "Investment", "How it works"])
        await page.getByRole("heading", { name: heading }).waitFor();
    },
  );

  test("the five steps stand at 72 degrees around the ring", async ({ page }) => {
    await page.goto("/bookdev");
    const angles = await page.locator("ol > li").evaluateAll((all) => {
      const box = all[0]!.parentElement!.getBoundingClientRect();
      return all.map((item) => {
        const { left, top, width, height } = item.getBoundingClientRect();
        const [x, y] = [left + width / 2 - box.left - box.width / 2, top + height / 2 - box.top - box.height / 2];
        return Math.round(((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360);
      });
    });
    expect(angles).toEqual([0, 72, 144, 216, 288]);
  });

  test("the call to action carries its subject", async ({ page }) => {
    await page.goto("/bookdev");
    const hrefs = await page
      .getByRole("link", { name: "Book a strategy session" })
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(hrefs).toEqual([contact("BookDev Strategy Session"), contact("BookDev Strategy Session")]);
  });
});
