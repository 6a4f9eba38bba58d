// axe in both themes, also with every dialog open.
import { describe } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { phone, sharedTest as test } from "./fixtures.ts";
import { addAccounts, addContacts, addPerson, asAdmin, signInAs } from "./people.ts";
import { quiet } from "./quiet.ts";

// Nothing fades while its colours are read.
const still = { reducedMotion: "reduce" } as const;

describe("in both themes", () => {
  test("sign-in, with errors", async ({ open }) => {
    const page = await open(still);
    await page.goto("/auth");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Invalid email address").waitFor();
    await expectClean(page, "/auth");
    await page.goto("/auth?step=forgot");
    await page.getByRole("button", { name: "Send the link" }).waitFor();
    await expectClean(page, "/auth?step=forgot");
  });

  test("Access Denied", async ({ open, server }) => {
    const page = await open(still);
    await signInAs(page, server, await addPerson(server, { admin: false }));
    await page.goto("/admin");
    await page.getByRole("heading", { name: "Access Denied" }).waitFor();
    await expectClean(page, "denied");
  });

  test("every page of the back office", async ({ open, server }) => {
    const page = await open(still);
    await asAdmin(page, server);
    const [account] = await addAccounts(server, [
      { name: "Norrfall", type: "Customer", website: "https://norrfall.example", domain: "norrfall.example" },
      { name: "شركة" },
    ]);
    await addContacts(server, [
      { account_id: account?.id, name: "Ada Lind", email: "ada@norrfall.example", phone: "+46 8" },
    ]);
    for (const path of [
      "/admin",
      "/admin/crm",
      "/admin/crm?tab=contacts",
      "/admin/crm?search=zzzz",
      `/admin/crm/accounts/${account?.id}`,
      "/admin/deals",
      "/admin/test",
      "/admin/settings",
      "/admin/settings?tab=flags",
      "/admin/settings?tab=paths",
      "/admin/settings?tab=modules",
      "/admin/settings/security",
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await quiet(page);
      await expectClean(page, path, { sidebar: path === "/admin" });
    }
  });

  test("dialogs", async ({ open, server }) => {
    const page = await open(still);
    await asAdmin(page, server);
    await addAccounts(server, [{ name: "Norrfall" }]);
    await page.goto("/admin/crm?dialog=new");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("Company name is required").waitFor();
    await expectClean(page, "new account, with an error");
    await page.getByLabel("Company name").fill("x");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: "Discard your changes?" }).waitFor();
    await expectClean(page, "unsaved changes");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("button", { name: "Delete Norrfall" }).click();
    await page.getByText("Nothing else goes with it.").waitFor();
    await expectClean(page, "delete");
    await page.goto("/admin/crm?tab=contacts&dialog=new");
    await page.getByRole("dialog").getByLabel("Company").click();
    await page.getByRole("option", { name: "Norrfall" }).waitFor();
    await expectClean(page, "company picker open");
    await page.goto("/admin/crm?dialog=import");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("Name,Web\nOne,bad bad\nTwo,\n") });
    await page.getByText("1 row can be imported").waitFor();
    await expectClean(page, "import");
    await page.goto("/admin");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search everything, by name, words or number").fill("norr");
    await page.getByRole("option", { name: /Norrfall/ }).waitFor();
    await expectClean(page, "command palette");
    await page.keyboard.press("Escape");
    // Single keys rest while a dialog is open.
    await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "hidden" });
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expectClean(page, "shortcuts");
  });

  test("on a phone", async ({ open, server }) => {
    const page = await open({ ...still, viewport: phone });
    await asAdmin(page, server);
    await addAccounts(server, [
      { name: "Norrfall", type: "Customer", industry: "Energy", website: "https://norrfall.example" },
    ]);
    for (const path of ["/auth", "/admin", "/admin/crm", "/admin/crm?dialog=new"]) {
      await page.goto(path);
      await page.getByRole("heading").first().waitFor();
      await quiet(page);
      await expectClean(page, path, { sidebar: true });
    }
  });
});

test("an account is made, edited and deleted by keyboard alone", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm");
  await page.getByText("No accounts yet. Create your first one!").waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focusOn = async (name: string | RegExp) => {
    for (let tries = 0; tries < 60; tries++) {
      const label = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute("aria-label") ?? element?.textContent?.trim() ?? "";
      });
      if (typeof name === "string" ? label === name : name.test(label)) return;
      await press("Tab");
    }
    throw new Error(`Tab never reached ${name}`);
  };
  await press("n");
  await page.getByRole("dialog", { name: "New Account" }).waitFor();
  await page.keyboard.type("Norrfall");
  await press("Enter");
  await page.getByRole("link", { name: "Norrfall" }).waitFor();
  await focusOn("Edit Norrfall");
  await press("Enter");
  await page.getByRole("dialog", { name: "Edit Account" }).waitFor();
  await page.getByLabel("Company name").waitFor();
  await page.keyboard.type(" AB");
  await press("Enter");
  await page.getByRole("link", { name: "Norrfall AB" }).waitFor();
  await focusOn("Delete Norrfall AB");
  await press("Enter");
  await page.getByText("Nothing else goes with it.").waitFor();
  await focusOn("Delete Norrfall AB");
  await press("Enter");
  await page.getByText("No accounts yet. Create your first one!").waitFor();
});
