// The back office with 1,001 and 100,000 contacts in a real Chromium: first rows, search, scrolling, export.
import { chromium, type Page } from "playwright-core";
import { addAccounts, addContacts, asAdmin } from "../../e2e/people.ts";
import { type RunningServer, startServer } from "../../e2e/start-server.ts";
import { findBrowser } from "../../tools/check/find-browser.mjs";
import { median, record, table } from "../record.ts";

const rounds = 7;
const sizes = [1001, 100_000];
const format = new Intl.NumberFormat("en-US");
const letters = "abcdefghijklmnopqrstuvwxyz";
/** Different for each number, and spread over the alphabet as names are. */
const word = (n: number) =>
  Array.from({ length: 5 }, (_, at) => letters[(n * 7919 + at * 31 * (n + 13)) % 26]).join("");

async function fill(server: RunningServer, contacts: number) {
  const accounts = await addAccounts(
    server,
    Array.from({ length: 1000 }, (_, n) => ({ name: `Company ${word(n)} ${n}`, domain: `c${n}.example` })),
  );
  for (let from = 0; from < contacts; from += 1000)
    await addContacts(
      server,
      Array.from({ length: Math.min(1000, contacts - from) }, (_, at) => {
        const n = from + at;
        return {
          account_id: accounts[n % accounts.length]?.id,
          name: `${word(n)} ${word(n * 3 + 1)}`,
          title: "Head of Operations",
          email: `${word(n)}${n}@c${n % 1000}.example`,
          phone: `+49 30 ${1_000_000 + n}`,
        };
      }),
    );
}

/** Milliseconds from `act` until `done` holds, measured inside the page, where no message to us adds to it. */
function until(page: Page, act: string, done: string): Promise<number> {
  return page.evaluate(
    ([actSource = "", doneSource = ""]) =>
      new Promise<number>((resolve) => {
        // oxlint-disable-next-line no-implied-eval, no-new-func -- our own text, run in the page
        const [run, holds] = [new Function(actSource), new Function(`return ${doneSource}`)];
        const started = performance.now();
        const look = () => (holds() ? resolve(performance.now() - started) : requestAnimationFrame(look));
        run();
        look();
      }),
    [act, done],
  );
}

const said = (text: string) =>
  `[...document.querySelectorAll("output")].some((o) => o.textContent.includes(${JSON.stringify(text)}))`;
const type = (text: string) => `
  const input = document.querySelector("input[type=search]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, ${JSON.stringify(text)});
  input.dispatchEvent(new Event("input", { bubbles: true }));`;

async function measure(server: RunningServer, contacts: number) {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error("No Chromium found: see tools/check/find-browser.mjs");
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  // The content security policy refuses text as code; only this measurement needs it.
  const page = await (
    await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, bypassCSP: true })
  ).newPage();
  page.setDefaultTimeout(600_000);
  try {
    await asAdmin(page, server);
    await fill(server, contacts);
    const total = `${format.format(contacts)} contacts`;

    const tabs: number[] = [];
    const pages: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await page.goto("/admin/crm");
      await page.locator("tbody tr").first().waitFor();
      const contactsTab = `[...document.querySelectorAll("[role=tab]")].find((tab) => tab.textContent.startsWith("Contacts")).click()`;
      tabs.push(await until(page, contactsTab, `document.querySelector('tbody a[href^="mailto:"]')`));
      await page.goto("/admin/crm?tab=contacts");
      await page.locator("tbody tr").first().waitFor();
      const next = `[...document.querySelectorAll("button")].find((b) => b.textContent === "Next").click()`;
      pages.push(
        await until(
          page,
          next,
          `document.querySelector("nav[aria-label=Pages]").textContent.includes("51 to 100") && !document.querySelector("[aria-busy=true]")`,
        ),
      );
    }

    const searches: number[] = [];
    const commonSearches: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await page.goto("/admin/crm?tab=contacts");
      await page.getByText(total).first().waitFor();
      const n = 37 + round * 101;
      searches.push(await until(page, type(`${word(n)}${n}@`), said("1 contact,")));
      // A tenth of them match, and not the one that stands first, so that the first row changes.
      await page.goto("/admin/crm?tab=contacts");
      await page.getByText(total).first().waitFor();
      const first = page.locator('tbody a[href^="mailto:"]').first();
      const lastDigit = Number(/(\d)\.example$/.exec((await first.textContent()) ?? "")?.[1]);
      const term = `${(lastDigit + 1) % 10}.example`;
      const firstAddress = `document.querySelector('tbody a[href^="mailto:"]')?.textContent`;
      commonSearches.push(await until(page, type(term), `${firstAddress}?.endsWith("${term}")`));
    }

    await page.goto("/admin/crm?tab=contacts&size=200");
    await page.locator("tbody tr").nth(199).waitFor();
    const frames = await page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const times: number[] = [];
          let before = performance.now();
          const step = () => {
            const now = performance.now();
            times.push(now - before);
            before = now;
            window.scrollBy(0, 60);
            if (times.length < 120) requestAnimationFrame(step);
            else resolve(times);
          };
          requestAnimationFrame(step);
        }),
    );

    const started = performance.now();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const stream = await (await download).createReadStream();
    const lines =
      Buffer.concat(await stream.toArray())
        .toString("utf8")
        .split("\r\n").length - 2;
    const exported = performance.now() - started;
    if (lines !== contacts) throw new Error(`The export has ${lines} rows, not ${contacts}`);

    const ordered = frames.toSorted((a, b) => a - b);
    return [
      format.format(contacts),
      median(tabs).toFixed(0),
      median(pages).toFixed(0),
      median(searches).toFixed(0),
      median(commonSearches).toFixed(0),
      (ordered[Math.floor(ordered.length * 0.95)] ?? Number.NaN).toFixed(1),
      format.format(lines),
      (exported / 1000).toFixed(1),
    ];
  } finally {
    await browser.close();
  }
}

const server = await startServer();
const results: string[][] = [];
try {
  for (const size of sizes) {
    results.push(await measure(server, size));
    console.log(results.at(-1)?.join(" "));
  }
} finally {
  await server.stop();
}
record(
  "Back office with many contacts",
  "npm run bench -- admin",
  `Chromium, signed in as an administrator, median of ${rounds}, milliseconds unless said otherwise, measured inside the page.
First rows: from a click on the tab Contacts until its rows stand on the screen. Search: from the last letter typed, with
the pause that waits for more letters, until the match is shown; once for an address that one contact has, once for letters
that a tenth of them have. Export: from the click until all rows are in the file, where they are counted.

${table(["contacts", "first rows", "next page", "search, one match", "search, a tenth match", "scrolling, 95% of frames under", "rows exported", "export, s"], results)}`,
);
