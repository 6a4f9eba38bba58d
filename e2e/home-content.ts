// Specification 1, section 1, Home page content: the same on both home pages.
import { describe, expect } from "vitest";
import { firstVisitTest as test } from "./fixtures.ts";

const ways = [
  ["View Programs", "/workshops"],
  ["Book Speaking Engagement", "/speaking"],
  ["Read Analysis", "/articles"],
] as const;

export const homeContent = (path: "/" | "/index-draft1") =>
  describe(path, () => {
    test("hero: AI and a rotating word, the badge, two links, four organisations, six steps", async ({ page }) => {
      await page.goto(path);
      expect((await page.getByRole("heading", { level: 1 }).innerText()).replace(/\s+/g, " ")).toBe("AI Strategy");
      await page.getByRole("main").getByText("Strategic AI Advisory", { exact: true }).first().waitFor();
      const book = page.getByRole("link", { name: "Book AI Consult" });
      expect(await book.getAttribute("href")).toBe("/contact?subject=AI+Consult");
      const second = page.getByRole("link", { name: path === "/" ? "Read the AI manifesto" : "Read AI 101" });
      expect(await second.getAttribute("href")).toBe(path === "/" ? "/manifesto" : "/articles/ai-101");
      // The link leads down this page: the line beside it says so, and what is there says where the whole text is.
      if (path === "/") await page.getByText("The manifesto opens further down this page").waitFor();
      const trusted = page.getByText("Trusted by leaders at").locator("..");
      for (const name of ["Castelline", "Norrfall", "meridel", "TARNWICK"]) await trusted.getByText(name).waitFor();
      const steps = page.getByRole("list", { name: "How an engagement runs" }).getByRole("listitem");
      expect((await steps.allInnerTexts()).map((text) => text.toLowerCase())).toEqual([
        "conversation",
        "research",
        "plan",
        "train",
        "build",
        "deploy",
      ]);
    });

    test("manifesto section with a quote and a brief that downloads", async ({ page, server }) => {
      await page.goto(path);
      const section = page.locator("#manifesto");
      await section.getByRole("blockquote").waitFor();
      const brief = section.getByRole("link", { name: "Download Strategic Brief" });
      const file = await fetch(new URL((await brief.getAttribute("href")) ?? "", server.url));
      expect(file.headers.get("content-type")).toBe("application/pdf");
      expect(await section.getByRole("link", { name: "The AI Layer Manifesto" }).getAttribute("href")).toBe(
        "/manifesto-direct",
      );
      await section.getByText("the seven claims are sent on request").waitFor();
      const quoted = (await section.getByRole("blockquote").innerText()).trim();
      expect(await (await fetch(`${server.url}/manifesto-direct`)).text()).toContain(quoted);
    });

    test("three advisory cards, three offering cards, four development cards", async ({ page }) => {
      await page.goto(path);
      for (const [name, href] of ways) expect(await page.getByRole("link", { name }).getAttribute("href")).toBe(href);
      for (const name of ["Executive Workshops", "Strategic Speaking", "Strategic Consulting"])
        await page.getByRole("heading", { name, exact: true }).waitFor();
      expect(await page.getByRole("link", { name: "Talk it through" }).getAttribute("href")).toBe(
        "/contact?subject=Strategic+Consulting",
      );
      for (const name of [
        "Internal tool design and co-development",
        "Modular automation",
        "AI product prototyping",
        "Partner-led agent builds",
      ])
        await page.getByRole("heading", { name }).waitFor();
    });

    test("quote band with an attribution to the team", async ({ page }) => {
      await page.goto(path);
      await page.getByText("The Guidevane team").waitFor();
    });
  });
