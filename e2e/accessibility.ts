import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { still } from "./page-checks.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const allAtOnce = "*, ::before, ::after, ::backdrop { transition-property: none !important }";

/** Behind a modal dialog nothing can be reached by anyone, so with one open only that is looked at. */
async function axe(page: Page, options: RunOptions, { sidebar = true } = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  await still(page);
  // Only what is wrong: describing all that is right takes half of the time. A message that leaves in the meantime leaves at once: half
  // gone, its colours would be too faint.
  const results = await page.evaluate(
    async ({ withSidebar, chosen, sheet }) => {
      const left = withSidebar ? null : document.querySelector('aside:has(nav[aria-label="Admin"])');
      const place = document.querySelector("dialog:modal") ?? (left ? { exclude: left } : document);
      const atOnce = new CSSStyleSheet();
      atOnce.replaceSync(sheet);
      document.adoptedStyleSheets.push(atOnce);
      try {
        return await (
          globalThis as unknown as { axe: { run(place: unknown, options: RunOptions): Promise<AxeResults> } }
        ).axe.run(place, chosen);
      } finally {
        document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(atOnce), 1);
      }
    },
    {
      withSidebar: sidebar,
      chosen: { ...options, resultTypes: ["violations"] } satisfies RunOptions,
      sheet: allAtOnce,
    },
  );
  return results.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`),
  );
}

/** What axe finds wrong on the page as it stands now: WCAG 2.2 A and AA and best practices; "rule: element" each. */
export const axeViolations = (page: Page) => axe(page, {});

export type Theme = "light" | "dark";

/** The theme, with every colour at once: going over to it would be a quarter of a second of frames. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await still(page);
  await page.evaluate(
    ({ name, sheet }) => {
      const atOnce = new CSSStyleSheet();
      atOnce.replaceSync(sheet);
      document.adoptedStyleSheets.push(atOnce);
      document.documentElement.dataset.theme = name;
      document.body.getBoundingClientRect();
      document.adoptedStyleSheets.pop();
    },
    { name: theme, sheet: allAtOnce },
  );
}

const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * All rules in the one theme, then what colours can change in the other. The sidebar of the back office is the same on every page: in
 * the other theme it is looked at only where that is asked for.
 */
export async function expectAccessibleInBothThemes(
  page: Page,
  state: string,
  { first = "light", sidebar = false }: { first?: Theme; sidebar?: boolean } = {},
) {
  const second = first === "light" ? "dark" : "light";
  await setTheme(page, first);
  expect(await axe(page, {}), `axe, ${state}, ${first}`).toEqual([]);
  await setTheme(page, second);
  expect(await axe(page, { runOnly: colourRules }, { sidebar }), `axe, ${state}, ${second}`).toEqual([]);
  await setTheme(page, first);
}
