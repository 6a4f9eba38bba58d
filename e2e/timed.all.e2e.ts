// Specification 1, section 4: what moves by itself. Time is the test's own, so that a busy machine changes nothing.
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { desktop, phone, sharedTest as test } from "./fixtures.ts";

const words = [
  "Strategy",
  "Education",
  "Training",
  "Design",
  "Development",
  "Workflows",
  "Deployment",
  "Leadership",
  "Clarity",
  "Foresight",
];

/** The home page with time standing still, and the island inside `section` awake. */
async function atHome(page: Page, section = "h1") {
  await page.clock.install({ time: new Date("2024-12-01T10:00:00Z") });
  await page.clock.pauseAt(new Date("2024-12-01T10:00:01Z"));
  await page.goto("/");
  await page.mouse.move(0, 0);
  await page.locator(section).scrollIntoViewIfNeeded();
  const awake = page.locator(`${section} gv-island[data-ready]`);
  // An island may wait for an idle moment, and those too are the test's to give.
  const passTime = async () => {
    await page.clock.runFor(5);
    return awake.count();
  };
  await expect.poll(passTime, { interval: 20 }).toBeGreaterThan(0);
}

const word = (page: Page) => page.locator("[data-headline-word]").innerText();
const isFading = (page: Page) =>
  page.locator("[data-headline-word]").evaluate((element) => element.classList.contains("opacity-0"));
const currentStep = (page: Page) => page.locator(".ring-instrument li[aria-current=step]").getAttribute("data-bearing");

describe("headline word", () => {
  test("every 5000 ms it fades out, swaps after 300 ms and fades in; ten words in order, then again", async ({
    page,
  }) => {
    await atHome(page);
    const seen = [await word(page)];
    // To just after the first swap, wherever in the interval the island woke up.
    for (let waited = 0; waited < 6000 && (await word(page)) === "Strategy"; waited += 100)
      await page.clock.runFor(100);
    for (let step = 0; step < 10; step++) {
      seen.push(await word(page));
      await page.clock.runFor(5000);
    }
    expect(seen).toEqual([...words, "Strategy"]);
  });

  test("the ring pointer moves one step with each word, and its vane turns vermilion", async ({ page }) => {
    await atHome(page, ".ring-instrument");
    expect(await currentStep(page)).toBe("60");
    for (let waited = 0; waited < 6000 && (await word(page)) === "Strategy"; waited += 100)
      await page.clock.runFor(100);
    expect(await currentStep(page)).toBe("120");
    const fill = (bearing: number) =>
      page.locator(`.ring-instrument path[data-bearing="${bearing}"]`).evaluate((vane) => getComputedStyle(vane).fill);
    await expect.poll(() => fill(120)).not.toBe(await fill(180));
    await expect.poll(() => fill(60)).toBe(await fill(180));
    await page.clock.runFor(5000);
    expect(await currentStep(page)).toBe("180");
  });

  test("fades for 300 ms before it swaps", async ({ page }) => {
    await atHome(page);
    for (let waited = 0; waited < 6000 && !(await isFading(page)); waited += 25) await page.clock.runFor(25);
    expect(await word(page)).toBe("Strategy");
    await page.clock.runFor(270);
    expect(await word(page)).toBe("Strategy");
    await page.clock.runFor(40);
    expect(await word(page)).toBe("Education");
    expect(await isFading(page)).toBe(false);
  });

  test("the pause button stops word and ring together, and starts them again", async ({ page }) => {
    await atHome(page, ".ring-instrument");
    const pause = page.getByRole("button", { name: "Pause headline and ring" });
    const box = await pause.boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
    await pause.click();
    await page.mouse.move(0, 0);
    await page.locator("body").click({ position: { x: 1, y: 1 } });
    await page.clock.runFor(30_000);
    expect(await word(page)).toBe("Strategy");
    expect(await currentStep(page)).toBe("60");
    await page.getByRole("button", { name: "Play headline and ring" }).click();
    await page.clock.runFor(5400);
    expect(await word(page)).toBe("Education");
  });

  test("it pauses while the pointer rests on it", async ({ page }) => {
    await atHome(page);
    await page.locator("[data-headline-word]").hover();
    await page.clock.runFor(20_000);
    expect(await word(page)).toBe("Strategy");
    await page.mouse.move(0, 0);
    await page.clock.runFor(5400);
    expect(await word(page)).toBe("Education");
  });

  test("reduced motion: the first word stays", async ({ open }) => {
    const page = await open({ reducedMotion: "reduce" });
    await atHome(page);
    await page.clock.runFor(30_000);
    expect(await word(page)).toBe("Strategy");
  });
});

describe("testimonials", () => {
  const block = "section[aria-label=Testimonials]";
  const shown = (page: Page) => page.locator(`${block} figure[aria-hidden=false] figcaption b`).innerText();

  test("six, advancing every 4000 ms with a 300 ms fade, in a cycle", async ({ page }) => {
    await atHome(page, block);
    const first = await shown(page);
    const seen = [first];
    for (let waited = 0; waited < 5000 && (await shown(page)) === first; waited += 100) await page.clock.runFor(100);
    for (let step = 0; step < 6; step++) {
      seen.push(await shown(page));
      await page.clock.runFor(4000);
    }
    expect(new Set(seen).size).toBe(6);
    expect(seen[6]).toBe(first);
  });

  test("a dot jumps to its testimonial with the same fade", async ({ page }) => {
    await atHome(page, block);
    const dots = page.locator(block).getByRole("button", { name: /^Testimonial/ });
    expect(await dots.count()).toBe(6);
    const first = await shown(page);
    await dots.nth(4).click();
    expect(await shown(page)).toBe(first);
    await page.clock.runFor(310);
    expect(await shown(page)).toBe("Hanne Okoro");
    await page.locator(block).getByText("5 of 6").waitFor();
    expect(await dots.nth(4).getAttribute("aria-current")).toBe("true");
    // The click leaves the focus on the dot; the block goes on all the same once the pointer has left.
    await page.mouse.move(0, 0);
    await page.clock.runFor(4400);
    expect(await shown(page)).toBe("Julian Weissmann");
  });

  test("it stands still while the keyboard is in it, and plays when asked to", async ({ page }) => {
    await atHome(page, block);
    const pause = page.getByRole("button", { name: "Pause testimonials" });
    await page.keyboard.press("Tab");
    await pause.focus();
    const first = await shown(page);
    await page.clock.runFor(20_000);
    expect(await shown(page)).toBe(first);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Play testimonials" }).press("Enter");
    await page.clock.runFor(4400);
    expect(await shown(page)).not.toBe(first);
  });

  test("reduced motion: no advance, and the dots work", async ({ open }) => {
    const page = await open({ reducedMotion: "reduce" });
    await atHome(page, block);
    const first = await shown(page);
    await page.clock.runFor(20_000);
    expect(await shown(page)).toBe(first);
    await page.getByRole("button", { name: "Testimonial 2" }).click();
    await page.clock.runFor(310);
    expect(await shown(page)).toBe("Ilse Varga");
  });
});

describe("logo carousel", () => {
  const band = "section[aria-labelledby=clients]";
  const track = `${band} ul`;
  const at = (page: Page) => page.locator(track).evaluate((list) => Number(list.style.getPropertyValue("--at")));

  test.for([
    ["5 from the medium breakpoint", desktop, 5],
    ["3 on small screens", phone, 3],
  ] as const)("13 logos, %s, aligned to the start", async ([, viewport, perView], { open }) => {
    const page = await open({ viewport });
    await page.goto("/");
    await page.getByRole("heading", { name: "Some of our beloved clients and partners" }).waitFor();
    const logos = page.locator(`${track} > li:not([aria-hidden=true])`);
    expect(await logos.count()).toBe(13);
    const [list, logo] = [await page.locator(track).locator("..").boundingBox(), await logos.first().boundingBox()];
    expect((list?.width ?? 0) / (logo?.width ?? 1)).toBeCloseTo(perView, 1);
    expect(logo?.x).toBeCloseTo(list?.x ?? -1, 0);
  });

  test("one logo on every 3000 ms, in a loop", async ({ page }) => {
    await atHome(page, band);
    for (let waited = 0; waited < 4000 && (await at(page)) === 0; waited += 100) await page.clock.runFor(100);
    const seen = [await at(page)];
    for (let step = 0; step < 12; step++) {
      await page.clock.runFor(3000);
      seen.push(await at(page));
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    // The thirteenth step shows the first logos again; the track then stands at the start, unseen.
    await page.waitForFunction(
      (list) => document.querySelector<HTMLElement>(list)?.style.getPropertyValue("--at") === "0",
      track,
    );
    await page.clock.runFor(3000);
    expect(await at(page)).toBe(1);
  });

  test("its pause button stops it", async ({ page }) => {
    await atHome(page, band);
    await page.getByRole("button", { name: "Pause logo carousel" }).click();
    await page.mouse.move(0, 0);
    const stopped = await at(page);
    await page.clock.runFor(20_000);
    expect(await at(page)).toBe(stopped);
  });
});
