// Specification 1, section 2, Layout.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { desktop, phone, sharedTest as test } from "./fixtures.ts";
import { menuPanel, six } from "./menu-panel.ts";
import { settled, still } from "./page-checks.ts";
import { coveredByHeader, headerTop, menuButton, opacity, panel, scrollTo } from "./site-frame.ts";

const mainLinks = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link");

describe("header", () => {
  test("the fixed header shows the brand text and a logo link to /", async ({ page }) => {
    await page.goto("/education");
    const brand = page.getByRole("banner").getByRole("link", { name: "Guidevane" });
    expect(await brand.getAttribute("href")).toBe("/");
    expect(await headerTop(page)).toBe(0);
    expect(await page.getByRole("banner").evaluate((header) => getComputedStyle(header).position)).toBe("fixed");
  });

  test("desktop navigation from the xl breakpoint: six links in order", async ({ open }) => {
    const page = await open({ viewport: { width: 1280, height: 800 } });
    await page.goto("/");
    expect(await mainLinks(page).allTextContents()).toEqual(six);
    expect(await menuButton(page).isVisible()).toBe(false);
    await page.setViewportSize({ width: 1279, height: 800 });
    expect(await mainLinks(page).count()).toBe(0);
    expect(await menuButton(page).isVisible()).toBe(true);
  });

  test("audit-4 P15: while reading, brand and menu toggle stay in one slim bar; it is 92 % solid and blurs nothing", async ({
    open,
  }) => {
    for (const viewport of [phone, desktop]) {
      const page = await open({ viewport });
      await page.goto("/articles/agentic-web");
      await settled(page);
      for (const y of [900, 2000, 1980]) {
        await scrollTo(page, y);
        await still(page);
        expect(await coveredByHeader(page)).toBe(viewport.width);
        expect(await menuButton(page).isVisible()).toBe(true);
        expect(await page.getByRole("banner").getByRole("link", { name: "Guidevane" }).isVisible()).toBe(true);
      }
      expect(await opacity(page)).toBe(0.92);
      const bar = await page.getByRole("banner").evaluate((header) => ({
        seen: header.getBoundingClientRect().bottom,
        blur: getComputedStyle(header).backdropFilter,
      }));
      expect(bar).toEqual({ seen: 56, blur: "none" });
      await menuButton(page).click();
      await panel(page).waitFor();
    }
  });

  test("scrolled more than 50 px: more transparent, links gone, the menu toggle stays", async ({ page }) => {
    await page.goto("/");
    await settled(page);
    await scrollTo(page, 50);
    expect(await mainLinks(page).first().isVisible()).toBe(true);
    expect(await opacity(page)).toBe(1);
    await scrollTo(page, 51);
    await expect.poll(() => mainLinks(page).count()).toBe(0);
    expect(await menuButton(page).isVisible()).toBe(true);
    await still(page);
    expect(await opacity(page)).toBeLessThan(1);
    await scrollTo(page, 0);
    expect(await mainLinks(page).first().isVisible()).toBe(true);
  });

  test("the current page is marked", async ({ page }) => {
    await page.goto("/tools");
    expect(await mainLinks(page).nth(2).getAttribute("aria-current")).toBe("page");
  });
});

menuPanel("390 px", phone);

describe("moving through the site", () => {
  test("every route change starts at the top; back restores the place", async ({ page }) => {
    await page.goto("/");
    await settled(page);
    await scrollTo(page, 1500);
    await page.getByRole("contentinfo").getByRole("link", { name: "Education" }).click();
    await page.waitForURL("**/education");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await page.waitForFunction(() => window.scrollY > 1000);
  });

  test("a hash target is respected, below the fixed header", async ({ page }) => {
    await page.goto("/#manifesto");
    await page.waitForFunction(() => window.scrollY > 200);
    const top = await page.locator("#manifesto").evaluate((section) => section.getBoundingClientRect().top);
    expect(Math.abs(top - 96)).toBeLessThan(4);
  });

  test("/manifesto lands on the manifesto section of /", async ({ page }) => {
    await page.goto("/manifesto");
    expect(new URL(page.url()).pathname).toBe("/");
    await page.waitForFunction(() => window.scrollY > 200);
  });

  test("the skip link is the first stop and leads to the content", async ({ page }) => {
    await page.goto("/education");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  });
});

describe("closing block", () => {
  test("a call to action as the footer, with the year 2024", async ({ page }) => {
    await page.goto("/development");
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("heading", { name: "Ready to Navigate the AI Landscape?" }).waitFor();
    const href = (name: string) => footer.getByRole("link", { name }).getAttribute("href");
    expect(await href("Book a Team Consultation")).toBe("/contact?subject=Workshop+Inquiry");
    expect(await href("Download AI Tools Guide")).toBe("/contact?subject=AI+Tools+Guide");
    // Neither books nor downloads by itself: the line beside them says what comes.
    await footer.getByText("Both open a short form.").waitFor();
    expect(await footer.innerText()).toContain("© 2024");
  });

  test("the Client Dashboard entry gives a toast, at the first click", async ({ page }) => {
    await page.goto("/education");
    await page.getByRole("button", { name: "Client Dashboard" }).click();
    const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
    await toast.waitFor();
    expect(await toast.innerText()).toContain("Client Dashboard");
    expect(await toast.innerText()).toContain(
      "Client portal will be available soon. Please contact our team directly for access.",
    );
  });
});

describe("theme", () => {
  test("follows the system, then the stored choice, set before the first paint", async ({ open }) => {
    const page = await open({ dark: true });
    await page.goto("/");
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe("dark");
    await page.getByRole("banner").getByRole("button", { name: "Switch theme" }).click();
    expect(await theme()).toBe("light");
    // Before any module has run: the choice is read by the script in the head.
    await page.addInitScript(() =>
      document.addEventListener(
        "readystatechange",
        () => Object.assign(window, { firstTheme: document.documentElement.dataset.theme }),
        { once: true },
      ),
    );
    await page.goto("/education");
    expect(await page.evaluate(() => (window as unknown as { firstTheme: string }).firstTheme)).toBe("light");
  });
});
