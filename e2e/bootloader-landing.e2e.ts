import { describe, expect } from "vitest";
import { professionalPrice, savingLabel } from "#content/pricing.ts";
import { site } from "#content/site.ts";
import { behaviorReady, jsonLd, landing } from "./bootloader-pages.ts";
import { phone, problemsOf, sharedTest as test } from "./fixtures.ts";

const { monthly, annual } = professionalPrice;

/** These words with any space between them. */
const priced = (words: string) => new RegExp(words.replaceAll("$", "\\$").replaceAll(" ", "\\s+"));

describe("the product page, from top to bottom", () => {
  test("opens with a badge, the title, the tagline and two buttons", async ({ page }) => {
    await page.goto(landing);
    await page.getByText("Developer tool", { exact: true }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Bootloader" }).waitFor();
    await page.getByText("From prompt to runnable agent swarm in 30 seconds").waitFor();
    const demo = page.getByRole("link", { name: "Request Enterprise Demo" });
    expect(await demo.getAttribute("href")).toMatch(new RegExp(`^mailto:${site.salesEmail}\\?subject=`));
    await page.getByRole("link", { name: "Get Started" }).click();
    await page.waitForURL("**/docs/bootloader/quickstart");
    expect(problemsOf(page)).toEqual([]);
  });

  test("has its sections in the specified order", async ({ page }) => {
    await page.goto(landing);
    const headings = await page.locator("main h2").allTextContents();
    expect(headings).toEqual([
      "One command writes the parts you would write anyway",
      "Choose Your Edition",
      "Pricing",
      "How It Works",
      "Built in the open, with the people who use it",
    ]);
  });
});

describe("Choose Your Edition", () => {
  test("begins with Community and changes by click", async ({ page }) => {
    await page.goto(landing);
    await behaviorReady(page, "tabs");
    const community = page.getByRole("tab", { name: "Community Edition" });
    expect(await community.getAttribute("aria-selected")).toBe("true");
    await page.getByRole("tabpanel", { name: "Community Edition" }).getByText("Free and open source").waitFor();

    await page.getByRole("tab", { name: "Enterprise Edition" }).click();
    await page.getByRole("tabpanel", { name: "Enterprise Edition" }).getByText("Private plugin registry").waitFor();
    expect(await community.getAttribute("aria-selected")).toBe("false");
    expect(await page.getByText("CLI and all three templates").isVisible()).toBe(false);
    const demo = page.getByRole("tabpanel").getByRole("link", { name: "Request a demo" });
    expect(await demo.getAttribute("href")).toContain(`mailto:${site.salesEmail}`);
  });

  test("is worked with the keyboard: one tab stop, arrows wrap, Home and End jump", async ({ page }) => {
    await page.goto(landing);
    await behaviorReady(page, "tabs");
    const selected = () => page.getByRole("tab", { selected: true }).textContent();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole("tab", { name: "Community Edition" }).focus();
    for (const [key, edition] of [
      ["ArrowRight", "Enterprise Edition"],
      ["ArrowRight", "Community Edition"],
      ["ArrowLeft", "Enterprise Edition"],
      ["Home", "Community Edition"],
      ["End", "Enterprise Edition"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await selected()).toBe(edition);
      expect(await focused()).toBe(edition);
    }
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Request a demo");
  });
});

describe("pricing", () => {
  test("is monthly at first, and Enterprise is Custom", async ({ page }) => {
    await page.goto(landing);
    const plans = page.locator("#pricing article");
    const texts = await plans.allInnerTexts();
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(/Free\s+\$0\s+Forever/);
    expect(texts[1]).toMatch(priced(`Professional Most Popular $${monthly} per month`));
    expect(texts[2]).toMatch(/Enterprise\s+Custom/);
    await page.getByText(savingLabel, { exact: true }).waitFor();
    expect(await page.getByText("Most Popular").count()).toBe(1);
    expect(await plans.nth(0).getByRole("link").getAttribute("href")).toBe("/build/products/bootloader/community");
    expect(await plans.nth(2).getByRole("link").getAttribute("href")).toContain(`mailto:${site.salesEmail}`);
  });

  test("the switch shows the annual price, by pointer and by keyboard, and says it", async ({ page }) => {
    await page.goto(landing);
    await behaviorReady(page, "pricing");
    const toggle = page.getByRole("switch", { name: "Bill annually" });
    const professional = page.locator("#pricing article").nth(1);
    expect(await toggle.getAttribute("aria-checked")).toBe("false");

    await toggle.click();
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
    expect(await professional.innerText()).toMatch(priced(`$${annual} per year`));
    expect(await page.locator("#pricing [aria-live]").textContent()).toBe(`Professional: $${annual} per year`);
    expect(await page.locator("#pricing article").nth(0).innerText()).toContain("$0");

    await toggle.focus();
    await page.keyboard.press("Space");
    expect(await professional.innerText()).toMatch(priced(`$${monthly} per month`));
    await page.keyboard.press("Enter");
    expect(await toggle.getAttribute("aria-checked")).toBe("true");
  });

  test("the Professional button logs that checkout comes later and says so in a toast", async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(`${message.type()}: ${message.text()}`));
    await page.goto(landing);
    await behaviorReady(page, "pricing");
    await page.getByRole("button", { name: "Start Professional" }).click();
    await page
      .getByRole("region", { name: /Notifications/ })
      .getByText("will be implemented later")
      .waitFor();
    expect(logged).toContain("log: Card checkout for the Professional plan would be implemented later.");
    expect(new URL(page.url()).pathname).toBe(landing);
  });
});

test("without JavaScript both editions and all prices can be read, and nothing dead is offered", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto(landing);
  await page.getByText("CLI and all three templates").waitFor();
  await page.getByText("Private plugin registry", { exact: true }).waitFor();
  await page.getByText(`Professional is $${annual} per year when billed annually.`).waitFor();
  expect(await page.locator("main").getByRole("button").allInnerTexts()).toEqual([]);
  expect(await page.getByRole("switch").count()).toBe(0);
});

test("structured data carries the published prices and the way here", async ({ page }) => {
  await page.goto(landing);
  const graph = await jsonLd(page);
  const product = graph.find((item) => item["@type"] === "SoftwareApplication");
  expect(product?.image).toMatch(/\/cards\/build-products-bootloader\.png$/);
  const offers = product?.offers as { name: string; price: number; priceCurrency: string }[];
  expect(offers.map(({ name, price, priceCurrency }) => [name, price, priceCurrency])).toEqual([
    ["Free", 0, "USD"],
    ["Professional, monthly", monthly, "USD"],
    ["Professional, annual", annual, "USD"],
  ]);
  const crumbs = graph.find((item) => item["@type"] === "BreadcrumbList")?.itemListElement as { name: string }[];
  expect(crumbs.map((crumb) => crumb.name)).toEqual(["Home", "Tools", "Bootloader"]);
});

test("on a phone plans stand in source order and nothing runs off the side", async ({ open }) => {
  const page = await open({ viewport: phone });
  await page.goto(landing);
  const tops = await page
    .locator("#pricing article")
    .evaluateAll((plans) => plans.map((plan) => plan.getBoundingClientRect().top));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});
