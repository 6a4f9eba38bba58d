// Documents: a file goes up, loses its line and goes on, is shared with a password, read by a stranger, and taken back.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { problemsOf, test } from "./fixtures.ts";
import { madePdf } from "./made-pdfs.ts";
import { addAccounts, asAdmin } from "./people.ts";
import { switchOff, switchOn } from "./task-screen.ts";
import { choose } from "./documents-screen.ts";

const megabyte = 1024 * 1024;
const row = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

test("documents 1: a file with a lost line, the same one again, versions, a link with a password, revoked", async ({
  open,
  server,
}) => {
  const page = await open({ reducedMotion: "reduce" });
  await asAdmin(page, server);
  await switchOff(server, "documents");
  await page.goto("/admin/documents");
  await page.getByRole("heading", { name: "Coming Soon" }).waitFor();
  await switchOn(server, "documents", "timeline");
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await page.reload();
  await page.getByText("No documents yet").waitFor();
  await expectClean(page, "no documents");

  // The second part is cut off on its way, once.
  const offsets: string[] = [];
  let cut = false;
  await page.route("**/api/documents/uploads/*", async (route) => {
    const request = route.request();
    if (request.method() !== "PATCH") return route.continue();
    offsets.push(request.headers()["upload-offset"] ?? "");
    if (offsets.length !== 2) return route.continue();
    cut = true;
    return route.abort("connectionreset");
  });
  await page.getByRole("button", { name: "Upload" }).first().click();
  const bytes = madePdf({ pages: [{ heading: "Security answers", padding: 9 * megabyte }] });
  const file = { name: "Security answers.pdf", mimeType: "application/pdf", buffer: bytes };
  await page.getByLabel("Files", { exact: true }).setInputFiles(file);
  await choose(page, "Norrfall");
  await page.getByLabel("Note", { exact: true }).fill("As received");
  await expectClean(page, "the upload dialog");
  await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
  const uploads = page.getByRole("region", { name: "Uploads" });
  await uploads.getByText("Filed", { exact: true }).waitFor();
  expect(cut).toBe(true);
  expect(offsets).toEqual(["0", String(4 * megabyte), String(4 * megabyte), String(8 * megabyte)]);
  await uploads.getByRole("button", { name: "Hide Security answers.pdf" }).click();
  await page.unroute("**/api/documents/uploads/*");
  await row(page, "Security answers").getByText("v1").waitFor();

  // The same content: said, and offered as a version.
  await page.getByRole("button", { name: "Upload" }).first().click();
  await page.getByLabel("Files", { exact: true }).setInputFiles({ ...file, name: "Copy of it.pdf" });
  await choose(page, "Norrfall");
  await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
  await uploads.getByText("The same content is there already: version 1 of “Security answers”.").waitFor();
  await uploads.getByRole("button", { name: "Add as its next version" }).click();
  await uploads.getByText("Filed as version 2").waitFor();
  await uploads.getByRole("button", { name: /^Hide/ }).click();

  // Two at once, refused while there is no room for what they send: they wait and go up, and none is an error.
  const names = ["First answers.txt", "Second answers.txt"];
  const refused = new Set<string>();
  await page.route("**/api/documents/uploads/*", async (route) => {
    const request = route.request();
    if (request.method() !== "PATCH" || refused.has(request.url())) return route.continue();
    refused.add(request.url());
    return route.fulfill({ status: 503, headers: { "Retry-After": "5" }, json: { code: 503, error_code: "too_busy" } });
  });
  await page.getByRole("button", { name: "Upload" }).first().click();
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles(names.map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) })));
  await choose(page, "Norrfall");
  await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
  for (const name of names) {
    const filed = uploads.getByRole("listitem").filter({ hasText: name });
    await filed.getByText("Filed", { exact: true }).waitFor();
    await filed.getByRole("button", { name: /^Hide/ }).click();
  }
  expect(refused.size).toBe(2);
  await page.unroute("**/api/documents/uploads/*");

  await page
    .getByRole("navigation", { name: "Folders" })
    .getByRole("link", { name: /Norrfall/ })
    .click();
  await page.getByRole("button", { name: "Show versions of Security answers" }).click();
  const versions = page.getByRole("list", { name: "Versions of Security answers" });
  await versions.getByText("As received").waitFor();
  await versions.getByRole("button", { name: "Restore version 1" }).click();
  await toast(page, "Version 1 is back");
  await versions.getByText("v3").waitFor();
  await expectClean(page, "a folder with its versions");

  await page.getByRole("button", { name: "Share Security answers" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill("open sesame");
  await dialog.getByLabel("Message").fill("Nine of your eleven questions.");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const address = (await dialog.getByTestId("share-address").textContent())!;
  expect(address).toMatch(/\/d\/[\w-]{43}$/);
  await expectClean(page, "the share dialog");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await row(page, "Security answers").getByText("Shared, 0 views").waitFor();

  const visitor = await open({ reducedMotion: "reduce" });
  const at = new URL(address).pathname;
  await visitor.goto(at);
  await visitor.getByLabel("Password").fill("open sesame");
  await visitor.getByRole("button", { name: "Open" }).click();
  await visitor.getByRole("heading", { level: 1, name: "Security answers" }).waitFor();
  await visitor.getByText("Nine of your eleven questions.").waitFor();
  await expectClean(visitor, "the page of a shared file");
  const [saved] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("link", { name: "Download PDF" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("Security answers.pdf");
  await visitor.mouse.click(200, 300);
  await expect
    .poll(async () => {
      await page.reload();
      return row(page, "Security answers")
        .getByText(/^Shared/)
        .textContent();
    })
    .toBe("Shared, 1 view");

  await page.getByRole("button", { name: "Share Security answers" }).click();
  await dialog.getByText("Viewed").first().waitFor();
  await dialog.getByRole("button", { name: "Revoke link" }).click();
  await toast(page, "Link taken back");
  const answer = await visitor.goto(at);
  expect(answer?.status()).toBe(410);
  await visitor.getByRole("heading", { name: "This link has ended" }).waitFor();
  await page.goto(`/admin/crm/accounts/${account!.id}`);
  await page.getByRole("region", { name: "Documents" }).getByText("Security answers").waitFor();
  await page
    .getByText(/viewed by its link/)
    .first()
    .waitFor();
  expect(problemsOf(page).filter((problem) => !/ERR_CONNECTION_RESET|uploads|409|503/.test(problem))).toEqual([]);
});
