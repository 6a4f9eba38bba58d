import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { dollars } from "#content/dollars.ts";
import { manifesto } from "#content/manifesto.ts";
import { training } from "#content/training.ts";
import { axeViolations } from "./accessibility.ts";
import { desktop, phone, problemsOf, sharedTest as test } from "./fixtures.ts";

const sizes = [
  ["1440", desktop],
  ["390", phone],
] as const;

describe.each(sizes)("the manifesto at %s px", (_name, viewport) => {
  test("the body is blurred, inert and hidden from assistive technology, also after submission", async ({ open }) => {
    const page = await open({ viewport });
    await page.goto("/manifesto-direct");
    await page.getByRole("heading", { level: 1, name: "The AI Layer Manifesto" }).waitFor();
    await page.getByText("Last updated: December 2024").waitFor();
    const body = page.locator("[data-blurred]");
    const isBlurred = async () => {
      expect(await body.evaluate((element) => getComputedStyle(element).filter)).toBe("blur(8px)");
      expect(await body.getAttribute("aria-hidden")).toBe("true");
      expect(await body.evaluate((element) => (element as HTMLElement).inert)).toBe(true);
    };
    await isBlurred();
    await page.getByRole("textbox", { name: "Email" }).fill("reader@example.com");
    await page.getByRole("button", { name: "Request access" }).click();
    await page.getByText("Thank You!").waitFor();
    await page.getByText("Success!").waitFor();
    await isBlurred();
    expect(await page.getByRole("textbox", { name: "Email" }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("an empty address gives the destructive toast and keeps the card", async ({ open }) => {
    const page = await open({ viewport });
    await page.goto("/manifesto-direct");
    await page.getByRole("button", { name: "Request access" }).click();
    const toast = page
      .getByRole("region", { name: /^Notifications/ })
      .locator('[data-sonner-toast][data-type="error"]')
      .filter({ hasText: "Email required" });
    await toast.getByText("Please enter your email address to continue.").waitFor();
    expect(await page.getByText("Thank You!").count()).toBe(0);
  });
});

test("the manifesto's capture logs the address and the title and sends nothing", async ({ page }) => {
  await page.goto("/manifesto-direct");
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const box = page.getByRole("textbox", { name: "Email" });
  await box.fill("reader@example.com");
  await page.waitForLoadState("networkidle");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (!/\/assets\/.*\.(?:js|css)$/.test(request.url())) sent.push(request.url());
  });
  await page.getByRole("button", { name: "Request access" }).click();
  await page.getByText("Thank You!").waitFor();
  expect(logged.join("\n")).toContain("reader@example.com");
  expect(logged.join("\n")).toContain("The AI Layer Manifesto");
  expect(sent).toEqual([]);
});

test("the manifesto has a timeline with an event for each year, the references PDF and a workshop brief link", async ({
  page,
}) => {
  await page.goto("/manifesto-direct");
  await page.getByRole("heading", { name: "Timeline" }).waitFor();
  const events = await page.locator("figure ol > li").allInnerTexts();
  expect(events).toHaveLength(manifesto.timeline.events.length);
  for (const [index, { year, text, source }] of manifesto.timeline.events.entries())
    expect(events[index]?.split(/\n+/)).toEqual([year, text, source]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /Download references/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("manifesto-references.pdf");
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");
  expect(await page.getByRole("link", { name: "Ask for the workshop brief" }).getAttribute("href")).toBe(
    "/contact?subject=Workshop+Inquiry",
  );
});

test("a click from before the form was awake is not repeated once something was typed", async ({ open }) => {
  const page = await open({ viewport: sizes[0]![1] });
  const held = Promise.withResolvers<void>();
  await page.route(/training-form\.island/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/ai-at-work");
  await page.getByRole("button", { name: "Download Training Overview" }).click();
  await page.getByLabel("Email").fill("leader@example.com");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Wong");
  held.resolve();
  await page.waitForSelector('gv-island[data-ready][data-island^="training-form"]', { state: "attached" });
  // A task later than the repeated click would have come.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await page.getByText("Thank You!").count()).toBe(0);
  expect(await page.getByLabel("Email").inputValue()).toBe("leader@example.com");
});

describe.each(sizes)("AI at Work at %s px", (_name, viewport) => {
  test("the form needs email, first and last name; then it says Thank You! and downloads the PDF", async ({ open }) => {
    const page = await open({ viewport });
    await page.goto("/ai-at-work");
    await page.getByText("A 4-6 hour workshop").waitFor();
    const submit = page.getByRole("button", { name: "Download Training Overview" });
    const invalid = () => page.locator("form input:invalid").count();
    expect(await invalid()).toBe(3);
    await submit.click();
    expect(await page.getByText("Thank You!").count()).toBe(0);

    await page.getByLabel("Email").fill("leader@example.com");
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Wong");
    expect(await invalid()).toBe(0);
    const [download] = await Promise.all([page.waitForEvent("download"), submit.click()]);
    await page.getByText("Thank You!").waitFor();
    expect(download.suggestedFilename()).toBe("training-overview.pdf");
    expect(problemsOf(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("says what it costs, for how many, and shows an exercise", async ({ open }) => {
    const page = await open({ viewport });
    await page.goto("/ai-at-work");
    const main = await page.locator("main").innerText();
    for (const fact of [dollars(training.price.four), dollars(training.price.six), training.group])
      expect(main).toContain(fact);
    await page.getByRole("heading", { name: "A sample exercise" }).waitFor();
    for (const step of training.exercise.steps) expect(main).toContain(step);
  });

  test("says what is learned, who it is for and which clients, and ends with both links", async ({ open }) => {
    const page = await open({ viewport });
    await page.goto("/ai-at-work");
    for (const name of ["What your team learns", "Who it is for", "Some of our clients and partners"])
      await page.getByRole("heading", { name }).waitFor();
    expect(await page.getByRole("link", { name: "Ask about the training" }).getAttribute("href")).toBe(
      "/contact?subject=AI+Training+Inquiry",
    );
    expect(await page.getByRole("link", { name: "Read our articles" }).getAttribute("href")).toBe("/articles");
  });
});

test("without JavaScript the training overview can still be downloaded", async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto("/ai-at-work");
  expect(await page.getByRole("link", { name: "Download the overview (PDF)" }).getAttribute("href")).toBe(
    "/assets/training-overview.pdf",
  );
});
