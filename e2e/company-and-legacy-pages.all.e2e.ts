import { describe, expect } from "vitest";
import { presentations, workshops } from "#content/offers.ts";
import { dispatchCase } from "#content/case.ts";
import { links, site } from "#content/site.ts";
import { advisoryGroup, story, team } from "#content/team.ts";
import { tools } from "#content/tools.ts";
import { sharedTest as test } from "./fixtures.ts";

describe("About", () => {
  test("tells the story since 2016, names team and advisory group, and links to a workshop inquiry", async ({
    page,
  }) => {
    await page.goto("/about");
    const years = await page.locator("main ol > li > p").allTextContents();
    expect(years[0]).toBe("2016");
    expect(years).toEqual([...years].sort());
    expect(years.slice(-2)).toEqual(["2025", "2026"]);
    await page.getByRole("heading", { name: "Team" }).waitFor();
    await page.getByRole("heading", { name: "Advisory group" }).waitFor();
    await page.getByText("sample content").waitFor();
    expect(await page.getByRole("link", { name: "Ask about a workshop" }).getAttribute("href")).toBe(
      "/contact?subject=Workshop+Inquiry",
    );
  });

  test("faces are lighter than their lines, hair and coats in both themes: the dark one is no negative", async ({
    open,
  }) => {
    for (const dark of [false, true]) {
      const page = await open({ dark });
      await page.goto("/about");
      const faces = await page.locator('main li svg:has(path[d^="M8 176"])').evaluateAll((all) => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d")!;
        const lightness = (color: string) => {
          canvas.fillStyle = color;
          canvas.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0] = canvas.getImageData(0, 0, 1, 1).data;
          return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
        };
        return all.map((portrait) => {
          const [coat, face] = ['path[d^="M8 176"]', 'path[d^="M54 76c0-20"]'].map((shape) =>
            getComputedStyle(portrait.querySelector(shape)!),
          );
          return lightness(face!.fill) - Math.max(lightness(face!.stroke), lightness(coat!.fill));
        });
      });
      expect(faces).toHaveLength(team.length + advisoryGroup.length);
      expect(Math.min(...faces), dark ? "dark" : "light").toBeGreaterThan(0.3);
    }
  });

  test("shows a drawn face and two sentences for everybody, and what is left of each year", async ({ page }) => {
    await page.goto("/about");
    for (const { name, note } of [...team, ...advisoryGroup]) {
      const person = page.getByRole("listitem").filter({ hasText: name });
      expect(await person.locator("svg").count(), name).toBe(1);
      expect(note.match(/[.?] |[.?]$/g)?.length, name).toBeGreaterThanOrEqual(2);
    }
    for (const { made } of story) await page.getByText(made.figure, { exact: true }).first().waitFor();
    const colophon = page.locator("#colophon");
    expect(await colophon.innerText()).toContain(site.legalName);
    expect(await colophon.innerText()).toContain(site.city);
  });

  test("the source-code hosting profile opens in a new tab", async ({ page }) => {
    await page.goto("/about");
    const link = page.getByRole("link", { name: /What we publish as source code/ });
    expect(await link.getAttribute("href")).toBe(links.sourceProfile);
    expect(await link.getAttribute("target")).toBe("_blank");
  });
});

describe("the case", () => {
  test.for(["/development", "/education"])(
    "can be reached from %s and tells problem, decision, what was stopped, result",
    async (from, { page }) => {
      await page.goto(from);
      await page.locator(`main a[href="${dispatchCase.path}"]`).click();
      await page.waitForURL(`**${dispatchCase.path}`);
      for (const name of ["The problem", "The decision", "What was stopped", "What was built", /The result/])
        await page.getByRole("heading", { level: 2, name }).waitFor();
    },
  );

  test("says what was measured: from where to where, how many, when, and what was not", async ({ page }) => {
    await page.goto(dispatchCase.path);
    await page.getByRole("heading", { level: 3, name: "What was measured" }).waitFor();
    const facts = page.locator("dl", { hasText: "Watch starts" });
    expect(await facts.locator("dt").allTextContents()).toEqual(dispatchCase.measured.map(([term]) => term));
    expect(await facts.locator("dd").allTextContents()).toEqual(dispatchCase.measured.map(([, text]) => text));
  });

  test("draws the minutes to scale", async ({ page }) => {
    await page.goto(dispatchCase.path);
    const bars = await page
      .locator("dd > span[aria-hidden] > span")
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
    const minutes = dispatchCase.minutes.flatMap(({ plan, write }) => [plan, write]);
    for (const [index, bar] of bars.entries())
      expect(bar / (bars[1] ?? 1)).toBeCloseTo((minutes[index] ?? 0) / (minutes[1] ?? 1), 1);
  });
});

describe("legacy pages", () => {
  test("workshops: three offers, the three-step process, a testimonial and a call to action", async ({ page }) => {
    await page.goto("/workshops-legacy");
    for (const { title, duration, participants } of workshops) {
      const sheet = page.getByRole("article").filter({ hasText: title });
      expect(await sheet.innerText()).toContain(duration);
      expect(await sheet.innerText()).toContain(participants);
    }
    for (const step of ["Discovery Briefing", "Custom Workshop Design", "Implementation Support"])
      await page.getByRole("heading", { name: step }).waitFor();
    expect(await page.locator("blockquote").count()).toBe(1);
    expect(await page.getByRole("link", { name: "Ask about a workshop" }).getAttribute("href")).toBe(
      "/contact?subject=Workshop+Inquiry",
    );
  });

  test("speaking: three presentations, the reel marked coming soon, logo placeholders", async ({ page }) => {
    await page.goto("/speaking-legacy");
    const sheets = page.getByRole("article");
    expect(await sheets.count()).toBe(3);
    for (const [index, { duration, format, keyPoints }] of presentations.entries()) {
      const text = await sheets.nth(index).innerText();
      for (const fact of [duration, format, ...keyPoints]) expect(text).toContain(fact);
      expect(await sheets.nth(index).getByRole("link").getAttribute("href")).toBe(
        `/contact?subject=Speaking+Engagement&about=${presentations[index]?.slug}`,
      );
    }
    await page.getByText("Coming soon", { exact: true }).waitFor();
    const dashed = await page
      .locator("main li")
      .evaluateAll((all) => all.filter((item) => getComputedStyle(item).borderTopStyle === "dashed").length);
    expect(dashed).toBe(8);
  });

  test("build: four capabilities, five products, subject Build Inquiry", async ({ page }) => {
    await page.goto("/build-legacy");
    expect(await page.locator("main ol > li").count()).toBe(4);
    const products = page.locator("main ul > li");
    expect(await products.count()).toBe(5);
    for (const [index, tool] of tools.entries()) {
      const row = products.nth(index);
      expect(await row.innerText()).toContain(tool.title);
      expect(await row.locator("[data-status]").getAttribute("data-status")).toBe(tool.status);
      expect(await row.getByRole("link").count()).toBe(tool.link ? 1 : 0);
    }
    for (const name of ["Start a build inquiry", "Ask about a build"])
      expect(await page.getByRole("link", { name }).getAttribute("href")).toBe("/contact?subject=Build+Inquiry");
  });

  test.for(["/workshops-legacy", "/speaking-legacy", "/build-legacy", "/standalone/gpt-extender-lite"])(
    "%s is kept out of search engines",
    async (path, { page }) => {
      await page.goto(path);
      expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex");
    },
  );

  test("the manifesto is not", async ({ page }) => {
    await page.goto("/manifesto-direct");
    expect(await page.locator('meta[name="robots"]').count()).toBe(0);
  });
});

describe("redirects", () => {
  test.for([
    ["/workshops", "/education"],
    ["/speaking", "/education"],
    ["/build", "/development"],
    ["/products", "/tools"],
    ["/training", "/ai-at-work"],
    ["/dashboard", "/admin"],
    ["/manifesto", "/#manifesto"],
  ] as const)("%s goes to %s for good, with its query string", async ([from, to], { server }) => {
    const response = await fetch(`${server.url}${from}?ref=x`, { redirect: "manual" });
    expect(response.status).toBe(301);
    const [path, hash] = to.split("#");
    expect(response.headers.get("location")).toBe(`${path}?ref=x${hash === undefined ? "" : `#${hash}`}`);
  });
});

describe("404", () => {
  test("an unknown path shows Oops! Page not found, a link home, and logs the path to the console", async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    const response = await page.goto("/no/such/page?with=query");
    expect(response?.status()).toBe(404);
    await page.getByRole("heading", { level: 1, name: "Oops! Page not found" }).waitFor();
    expect(errors.some((text) => text.includes("/no/such/page"))).toBe(true);
    await page.getByRole("link", { name: "Back to the home page" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  });
});
