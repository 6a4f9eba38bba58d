// A PDF behind a link, read on its page: by eye, keyboard and screen reader, on a phone, without script; and everything that can go wrong. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { phone, problemsOf } from "./fixtures.ts";
import { madePdf } from "./made-pdfs.ts";
import { expectNoSidewaysScroll, recordRequests } from "./page-checks.ts";
import { newVisitor, shareFile, test } from "./shared-file.ts";
import { answers, drawn, firstPiecesOf, headings, inPieces, length, list, sheet, words } from "./shared-pdfs.ts";
import { inDatabase } from "./task-screen.ts";

const isPartOfReader = (url: URL) => /share-reader|pdf-worker|pdfjs/.test(url.pathname);

// First: it counts every look at any file.
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

test("documents 13: on a phone, with an outline and a link, nothing is wider than the screen", async ({
  open,
  server,
}) => {
  const bytes = madePdf({
    pages: headings.slice(0, 3).map((heading) => ({ heading, words, link: "https://example.com/terms" })),
    outline: ["By the outline", "Its second entry"],
  });
  const shared = await shareFile(server, { name: "Outlined.pdf", bytes });
  const page = await open({ viewport: phone, extraHTTPHeaders: newVisitor(), reducedMotion: "reduce" });
  await page.goto(shared.path);
  await drawn(page, 1, 3).waitFor();
  await list(page).getByRole("link", { name: "Its second entry" }).waitFor();
  expect(await list(page).getByRole("link").allTextContents()).toEqual([
    "1By the outline",
    "2Its second entry",
    "3Page 3",
  ]);
  const link = sheet(page, 1, 3).getByRole("link", { name: "https://example.com/terms" });
  expect([await link.getAttribute("target"), await link.getAttribute("rel")]).toEqual([
    "_blank",
    "noopener noreferrer nofollow",
  ]);
  await expectNoSidewaysScroll(page, "a PDF on a phone");
  await expectClean(page, "a PDF on a phone", { first: "dark" });
  expect(problemsOf(page)).toEqual([]);
});

test("documents 13: a damaged PDF is said to be so, and can be opened another way", async ({ open, server }) => {
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(9000, "no such thing ")]);
  const shared = await shareFile(server, {
    name: "Garbage.pdf",
    bytes,
    allowDownload: false,
    sender: "Noor Marchetti",
  });
  const page = await open({ extraHTTPHeaders: newVisitor(), reducedMotion: "reduce" });
  await page.goto(shared.path);
  await page.getByRole("heading", { name: "This PDF cannot be shown here" }).waitFor();
  await page.getByText("Open it in a new tab. If that does not help, ask Noor Marchetti for it again.").waitFor();
  // Nothing that saves it, and nothing that prints it.
  expect(await page.getByRole("link", { name: /Download/ }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Print" }).count()).toBe(0);
  await expectClean(page, "a damaged PDF");
  // Anyone who may save it is offered that, and still no printing.
  await page.goto((await shareFile(server, { name: "Garbage.pdf", bytes })).path);
  await page.getByRole("heading", { name: "This PDF cannot be shown here" }).waitFor();
  expect(await page.getByRole("link", { name: "Download PDF" }).isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Print" }).count()).toBe(0);
  expect(problemsOf(page)).toEqual([]);
});

test("documents 13: pages, pictures and bytes beyond what a reader can bear are left out", async ({ open, server }) => {
  // A hundred dots in all, and 81 million, where 64 are drawn.
  const squares = madePdf({ pages: [10, 9000].map((square) => ({ heading: `A square of ${square} dots`, square })) });
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await page.goto((await shareFile(server, { name: "Squares.pdf", bytes: squares })).path);
  const middle = async (number: number) => {
    await drawn(page, number, 2).scrollIntoViewIfNeeded();
    return drawn(page, number, 2).evaluate((canvas: HTMLCanvasElement) => [
      ...canvas.getContext("2d")!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data,
    ]);
  };
  expect(await middle(1)).toEqual([0, 0, 0, 255]);
  expect(await middle(2)).toEqual([255, 255, 255, 255]);
  await expect.poll(() => sheet(page, 2, 2).textContent()).toContain("A square of 9000 dots");

  const long = madePdf({ pages: Array.from({ length: 1001 }, () => ({ heading: "One of many" })) });
  await page.goto((await shareFile(server, { name: "Endless.pdf", bytes: long })).path);
  await page
    .getByText("The first 1000 of 1,001 pages are shown here. Open the PDF in a new tab for the rest.")
    .waitFor();
  expect(await page.getByRole("article").count()).toBe(1000);

  const asked = recordRequests(page);
  const heavy = await shareFile(server, { name: "Heavy.pdf", bytes: madePdf({ pages: [{ heading: "Heavy" }] }) });
  // A hundred megabytes need not be sent for it; triggers would keep a version as it was filed.
  await inDatabase(server, async (sql) => {
    await sql`set session_replication_role = replica`;
    await sql`update public.document_versions set size = 101 * 1024 * 1024 where file_name = 'Heavy.pdf'`;
  });
  await page.goto(heavy.path);
  await page.getByRole("heading", { name: "This PDF is too large to be shown here" }).waitFor();
  expect(asked.filter(({ pathname }) => /pdf-worker/.test(pathname))).toEqual([]);
  expect(problemsOf(page)).toEqual([]);
});

test("documents 13: a PDF with its own password asks for it on the page", async ({ open, server }) => {
  const bytes = madePdf({ pages: [{ heading: "For two eyes", words }], password: "sesame" });
  const shared = await shareFile(server, { name: "Locked.pdf", bytes });
  const page = await open({ extraHTTPHeaders: newVisitor(), reducedMotion: "reduce" });
  await page.goto(shared.path);
  await page.getByLabel("Password of the PDF").fill("wrong");
  await expectClean(page, "a locked PDF");
  await page.getByRole("button", { name: "Open the PDF" }).click();
  await page.getByText("This is not its password.").waitFor();
  await page.getByLabel("Password of the PDF").fill("sesame");
  await page.keyboard.press("Enter");
  await drawn(page, 1, 1).waitFor();
  await expect.poll(() => sheet(page, 1, 1).textContent()).toContain("For two eyes");
  await expect.poll(() => length(page).textContent()).toMatch(/^1 page, /);
  expect(problemsOf(page)).toEqual([]);
});

test("documents 13: a newer version is not mixed with the one that is read", async ({ open, server }) => {
  const shared = await shareFile(server, { name: "Changing.pdf", bytes: inPieces });
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await page.goto(shared.path);
  await firstPiecesOf(page);
  await shared.replace(answers);
  await list(page).getByRole("link", { name: "Page 3" }).click();
  await page.getByRole("heading", { name: "There is a newer version" }).waitFor();
  await page.getByRole("button", { name: "Show the newer version" }).click();
  await sheet(page, 3, 6).waitFor();
});

test("documents 13: a lost line keeps what is there, and goes on", async ({ open, server }) => {
  const shared = await shareFile(server, { name: "Slow.pdf", bytes: inPieces });
  const page = await open({ extraHTTPHeaders: newVisitor(), reducedMotion: "reduce" });
  await page.goto(shared.path);
  await drawn(page, 2, 5).waitFor();
  await page.route("**/file", (route) => route.abort("internetdisconnected"));
  await list(page).getByRole("link", { name: "Page 3" }).click();
  await page.getByRole("alert").filter({ hasText: "The connection was lost." }).waitFor();
  await sheet(page, 2, 5).locator("canvas").waitFor();
  await expectClean(page, "a lost line");
  await page.unroute("**/file");
  await page.getByRole("button", { name: "Try again" }).click();
  await drawn(page, 3, 5).waitFor();
  await page.getByRole("alert").waitFor({ state: "detached" });
});

test("documents 13: printing waits until every page is drawn", async ({ open, server }) => {
  const shared = await shareFile(server, { name: "On paper.pdf", bytes: answers });
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = String(document.querySelectorAll("[data-drawn] canvas").length);
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  await page.goto(shared.path);
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.printed)).toBe("6");
  await drawn(page, 6, 6).waitFor({ state: "detached" });
});

test("documents 13: no other page loads anything of the reader", async ({ open, server }) => {
  const text = await shareFile(server, { name: "Answers.txt", bytes: Buffer.from(words) });
  const page = await open({ extraHTTPHeaders: newVisitor() });
  const asked = recordRequests(page);
  for (const address of [text.path, "/", "/contact", "/auth"]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
  }
  expect(asked.filter(isPartOfReader)).toEqual([]);
  // And the sign that would give it away is there where it belongs.
  const pdf = await shareFile(server, { name: "Seen.pdf", bytes: answers });
  await page.goto(pdf.path);
  await drawn(page, 1, 6).waitFor();
  expect(asked.filter(isPartOfReader).length).toBeGreaterThan(1);
});

test("documents 13: a link taken back while reading ends with the next piece", async ({ open, server }) => {
  const shared = await shareFile(server, { name: "Long.pdf", bytes: inPieces, sender: "Noor Marchetti" });
  const page = await open({ extraHTTPHeaders: newVisitor() });
  await page.goto(shared.path);
  await firstPiecesOf(page);
  await shared.revoke();
  await list(page).getByRole("link", { name: "Page 3" }).click();
  await page.getByRole("heading", { name: "This link has ended" }).waitFor();
  await page.getByText("Ask Noor Marchetti for a new one: nothing is lost.").waitFor();
  expect(await page.locator("main canvas").count()).toBe(0);
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
