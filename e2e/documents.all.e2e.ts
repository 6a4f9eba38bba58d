// Documents: a file goes up, loses its line and goes on, is shared with a password, read by a stranger, and taken back. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addAccounts, asAdmin } from "./people.ts";
import { switchOn } from "./task-screen.ts";
import { choose } from "./documents-screen.ts";

test("documents 7: on a phone, a file goes up from its folder, is found, and its link asks for a name", async ({
  open,
  server,
}) => {
  await switchOn(server, "documents");
  const page = await open({ viewport: phone, reducedMotion: "reduce" });
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Castelline" }]);
  await page.goto("/admin/documents");
  await page.getByRole("button", { name: "Upload" }).first().click();
  const words = "1. Where is our text processed?\nIn your own hall.";
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles({ name: "Answers, phone.txt", mimeType: "text/plain", buffer: Buffer.from(words) });
  await choose(page, "Castelline");
  await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
  await page.getByRole("region", { name: "Uploads" }).getByText("Filed", { exact: true }).waitFor();
  await page.getByRole("searchbox", { name: "Find a file" }).fill("phone");
  await page.getByRole("heading", { name: "Found for “phone”" }).waitFor();
  await page.getByRole("button", { name: "More for Answers, phone" }).waitFor();
  await expectNoSidewaysScroll(page, "documents on a phone");
  await expectClean(page, "documents on a phone");
  await page.getByRole("button", { name: "More for Answers, phone" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Ask for a name before showing the file").check();
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const address = (await dialog.getByTestId("share-address").textContent())!;
  await expectNoSidewaysScroll(page, "the share dialog on a phone");

  // Without JavaScript too.
  const visitor = await open({ viewport: phone, javaScriptEnabled: false });
  await visitor.goto(new URL(address).pathname);
  expect(await visitor.content()).not.toContain("In your own hall");
  await visitor.getByLabel("Your name").fill("Maren Oduya");
  await visitor.getByRole("button", { name: "Show the file" }).click();
  await visitor.getByText("In your own hall").waitFor();
  const seeing = await open({
    viewport: phone,
    reducedMotion: "reduce",
    storageState: await visitor.context().storageState(),
  });
  await seeing.goto(new URL(address).pathname);
  await seeing.getByText("In your own hall").waitFor();
  await expectNoSidewaysScroll(seeing, "a shared file on a phone");
  await expectClean(seeing, "a shared file on a phone");
  expect(problemsOf(seeing)).toEqual([]);
});
