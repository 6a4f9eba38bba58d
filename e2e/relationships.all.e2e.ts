// Relationships in every form: each tab without faults of access, in both themes and on a phone, and where nothing is computed.
import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { desktop, phone, test } from "./fixtures.ts";
import { asAdmin, asOwner, signInAs } from "./people.ts";

const tabs = ["cold", "suggestions", "introducers", "network"];

test("relationships 16, relationships 20: every tab, in both themes, on a phone, with and without anything to show", async ({
  open,
  server,
}) => {
  await asOwner(server, "/rest/v1/modules?key=in.(relationships,timeline,tasks)", {
    method: "PATCH",
    body: { live: true },
  });
  const page = await open({ viewport: desktop });
  const person = await asAdmin(page, server);
  await page.goto("/admin/relationships");
  await page.getByText("Nothing to count yet").waitFor();
  await page.getByRole("button", { name: "Note a talk" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  const [company] = await asOwner<{ id: string }[]>(server, "/rest/v1/accounts", {
    method: "POST",
    body: [{ name: "Castelline" }],
  });
  const people = await asOwner<{ id: string }[]>(server, "/rest/v1/contacts", {
    method: "POST",
    body: ["Ilse Varga", "Espen Falk"].map((name) => ({ account_id: company!.id, name })),
  });
  await page.reload();
  await page.getByRole("button", { name: "Note a talk" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Note it" }).click();
  await dialog.getByText("Choose with whom you talked.").waitFor();
  await dialog.getByRole("combobox", { name: "With whom" }).fill("Ilse");
  await page.getByRole("option", { name: /Ilse Varga/ }).click();
  await dialog.getByRole("button", { name: "Note it" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Network" }).waitFor();

  for (const options of [{ viewport: desktop }, { viewport: desktop, dark: true }, { viewport: phone }]) {
    const other = await open(options);
    await signInAs(other, server, person);
    for (const tab of tabs) {
      await other.goto(`/admin/relationships?tab=${tab}`);
      await other.getByRole("tab", { selected: true }).waitFor();
      if (tab === "network") await other.getByRole("row", { name: /Ilse Varga/ }).waitFor();
      expect(await axeViolations(other), tab).toEqual([]);
    }
  }

  // Arrows walk from one to the next, Enter opens.
  await page.goto(`/admin/relationships?tab=network&of=${company!.id}`);
  const picture = page.getByRole("group", { name: /^Network of/ });
  await picture.getByRole("link", { name: /^Ilse Varga/ }).focus();
  const start = await picture.locator(":focus").getAttribute("aria-label");
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
    await page.keyboard.press(key);
    if ((await picture.locator(":focus").getAttribute("aria-label")) !== start) break;
  }
  expect(await picture.locator(":focus").getAttribute("aria-label")).not.toBe(start);
  await picture.getByRole("link", { name: /^Ilse Varga/ }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/admin/crm/contacts/${people[0]!.id}`);
});
