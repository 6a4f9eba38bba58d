// A PDF behind a link, read on its page: by eye, keyboard and screen reader, on a phone, without script; and everything that can go wrong.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { problemsOf } from "./fixtures.ts";
import { madePdf } from "./made-pdfs.ts";
import { recordRequests } from "./page-checks.ts";
import { newVisitor, shareFile, test } from "./shared-file.ts";
import { answers, drawn, headings, length, list, sheet } from "./shared-pdfs.ts";
import { inDatabase } from "./task-screen.ts";

test("documents 13: the pages of a PDF stand in place as paper, with number, list and text, and are one view", async ({
  open,
  server,
}) => {
  const shared = await shareFile(server, { name: "Security answers.pdf", bytes: answers, sender: "Noor Marchetti" });
  const page = await open({ extraHTTPHeaders: newVisitor(), reducedMotion: "reduce" });
  const worker = page.waitForResponse((response) => response.url().includes("/pdf-worker-"));
  await page.goto(shared.path);
  await drawn(page, 1, 6).waitFor();
  await expect.poll(() => length(page).textContent()).toMatch(/^6 pages, PDF, [\d.]+ KB$/);
  await list(page).getByRole("link", { name: "The two open questions" }).waitFor();
  expect(await list(page).getByRole("link").allTextContents()).toEqual(headings.map((heading, i) => i + 1 + heading));
  // The thread that reads the file has its own policy, which lets it ask no one.
  expect((await worker).headers()["content-security-policy"]).toBe("default-src 'none'; script-src 'self'");
  await expectClean(page, "a PDF in place");

  // Text of all pages is there to be searched and read aloud; pictures only of what is near.
  await expect.poll(() => sheet(page, 6, 6).textContent()).toContain("On two machines in your own hall.");
  expect(await drawn(page, 6, 6).count()).toBe(0);

  // By keyboard, from the list.
  const last = list(page).getByRole("link", { name: "The two open questions" });
  await last.focus();
  await page.keyboard.press("Enter");
  await drawn(page, 6, 6).waitFor();
  await drawn(page, 1, 6).waitFor({ state: "detached" });
  await expect.poll(() => list(page).locator("[aria-current]").textContent()).toContain("The two open questions");
  expect(new URL(page.url()).hash).toBe("#page-6");

  // Such an address opens there.
  await page.reload();
  await drawn(page, 6, 6).waitFor();
  await expect.poll(() => sheet(page, 6, 6).evaluate((it) => it.getBoundingClientRect().top < innerHeight)).toBe(true);

  await page.mouse.click(700, 300);
  const kinds = () =>
    inDatabase(server, async (sql) =>
      (await sql<{ kind: string }[]>`select kind from public.share_views order by kind`).map(({ kind }) => kind),
    );
  await expect.poll(kinds).toEqual(["fetched", "viewed"]);
  expect(problemsOf(page)).toEqual([]);
});

test("documents 13: without script a PDF opens in a tab, and its page says what is known", async ({ open, server }) => {
  const shared = await shareFile(server, { name: "Plain.pdf", bytes: answers });
  const page = await open({ javaScriptEnabled: false, extraHTTPHeaders: newVisitor() });
  await page.goto(shared.path);
  await page.getByText("It opens in a new tab of your browser.").waitFor();
  expect(await length(page).textContent()).toMatch(/^PDF, [\d.]+ KB$/);
  expect(await page.getByRole("link", { name: "Open in a new tab" }).getAttribute("href")).toBe(`${shared.path}/file`);
  expect(await page.getByText("Opening the PDF").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
});

test("documents 13: a script inside a PDF never runs", async ({ open, server }) => {
  const bytes = madePdf({
    pages: [{ heading: "Harmless", link: "javascript:app.alert(1)" }],
    script: "app.alert('run'); this.submitForm('https://example.com/'); app.launchURL('https://example.com/')",
  });
  const shared = await shareFile(server, { name: "Scripted.pdf", bytes });
  const page = await open({ extraHTTPHeaders: newVisitor() });
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const asked = recordRequests(page);
  await page.goto(shared.path);
  await drawn(page, 1, 1).waitFor();
  await expect.poll(() => sheet(page, 1, 1).textContent()).toContain("Harmless");
  expect(dialogs).toEqual([]);
  expect(await sheet(page, 1, 1).getByRole("link").count()).toBe(0);
  expect(asked.filter(({ origin }) => origin !== server.url)).toEqual([]);
  expect(asked.filter(({ pathname }) => /sandbox|quickjs|wasm$/.test(pathname))).toEqual([]);
  expect(problemsOf(page)).toEqual([]);
});
