// Accounts and contacts: records that are gone, slow answers, Back.
import { expect } from "vitest";
import { rowOf, toast } from "./crm-screen.ts";
import { sharedTest as test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin, asOwner } from "./people.ts";

test("a link that names a deleted company says so, and a contact needs another", async ({ page, server }) => {
  await asAdmin(page, server);
  const gone = "00000000-0000-4000-8000-000000000000";
  await page.goto(`/admin/crm?tab=contacts&account=${gone}`);
  await page.getByText("Contacts where company is no longer here.").waitFor();
  // Once it is known that there is no such company, none is chosen.
  const asked = page.waitForResponse((answer) => answer.url().includes(`/accounts?select=name&id=eq.${gone}`));
  await page.goto(`/admin/crm?tab=contacts&account=${gone}&dialog=new`);
  await page.getByLabel("Full name").fill("Ada Lind");
  await asked;
  await page.getByRole("button", { name: "Create contact" }).click();
  await page.getByText("Company is required").waitFor();
});

test("deleting a company, or several people, is undone from the message, with the people that went along", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(
    server,
    ["Ada Lind", "Bo Berg"].map((name) => ({ account_id: norrfall?.id, name })),
  );
  await page.goto("/admin/crm");
  await page.getByRole("button", { name: "Delete Norrfall" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Norrfall" }).click();
  await toast(page, "Account deleted");
  await page.getByRole("button", { name: "Undo" }).click();
  await toast(page, "Account is back");
  await page.goto("/admin/crm?tab=contacts");
  await rowOf(page, "Ada Lind").getByText("Norrfall", { exact: true }).waitFor();
  // Several at once.
  await page.getByRole("checkbox", { name: "Select all contacts on this page" }).check();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 2 contacts" }).click();
  await toast(page, "2 contacts deleted");
  await page.getByRole("button", { name: "Undo" }).click();
  await toast(page, "2 contacts are back");
  await rowOf(page, "Bo Berg").waitFor();
});

test("the page of a company that was deleted says who did it, and brings it back", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  await page.goto(`/admin/crm/accounts/${norrfall?.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Norrfall" }).click();
  await toast(page, "Account deleted");
  await page.goto(`/admin/crm/accounts/${norrfall?.id}`);
  await page.getByText("This account no longer exists").waitFor();
  await page.getByText("it can be brought back with everything that went along").waitFor();
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("heading", { level: 1, name: "Norrfall" }).waitFor();
});

test("Saving... while it is sent; a refusal stays in the dialog with what was typed", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm?dialog=new");
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/rest/v1/accounts*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await held;
    return route.fulfill({ status: 400, json: { message: "The database said no", code: "23514" } });
  });
  await page.getByLabel("Company name").fill("Norrfall");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Saving..." }).waitFor();
  expect(await page.getByRole("button", { name: "Cancel" }).isDisabled()).toBe(true);
  answer();
  await page.getByRole("dialog").getByText("The database said no").waitFor();
  expect(await page.getByLabel("Company name").inputValue()).toBe("Norrfall");
});

test("a list that is still being read for the first time when a record is created shows it", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  const created = Promise.withResolvers<void>();
  await page.route(
    "**/rest/v1/accounts?*order=*",
    async (route) => {
      // Read before the account was there, arrives after.
      const answer = await route.fetch();
      await created.promise;
      await route.fulfill({ response: answer }).catch(() => {});
    },
    { times: 1 },
  );
  await page.goto("/admin/crm?dialog=new");
  await page.getByLabel("Company name").fill("Norrfall");
  await page.getByRole("button", { name: "Create account" }).click();
  await toast(page, "Account created");
  created.resolve();
  await rowOf(page, "Norrfall").waitFor();
});

test("Back after a dialog was closed leads to the page before, not into the dialog", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  for (const [path, button] of [
    ["/admin/crm", "New Account"],
    [`/admin/crm/accounts/${norrfall?.id}`, "Edit"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").first().waitFor({ state: "hidden" });
    await page.goBack();
    await page.waitForURL(path);
    expect(await page.getByRole("dialog").count()).toBe(0);
  }
});

test("a dialog opened while typing settles stays open, and the search is made", async ({ page, server }) => {
  await asAdmin(page, server);
  await addAccounts(server, [{ name: "Norrfall" }]);
  await page.goto("/admin/crm");
  await page.getByRole("link", { name: "Norrfall" }).waitFor();
  await page.evaluate(() => {
    const find = document.querySelector<HTMLInputElement>("input[type=search]");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(find, "norr");
    find?.dispatchEvent(new Event("input", { bubbles: true }));
    [...document.querySelectorAll("button")].find((button) => button.textContent?.includes("New Account"))?.click();
  });
  await page.waitForURL((url) => url.searchParams.get("search") === "norr");
  expect(new URL(page.url()).searchParams.get("dialog")).toBe("new");
  await page.getByRole("dialog", { name: "New Account" }).waitFor();
});

test("accounts 5: deleting an account says how many contacts go with it", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(
    server,
    [1, 2, 3].map((n) => ({ account_id: norrfall?.id, name: `Person ${n}` })),
  );
  await page.goto("/admin/crm");
  await page.getByRole("button", { name: "Delete Norrfall" }).click();
  await page
    .getByRole("dialog")
    .getByText("Its 3 contacts are deleted too. Undo brings everything back for 30 days.")
    .waitFor();
});

test("two administrators edit one record: the second is told, not overwritten", async ({ page, server }) => {
  await asAdmin(page, server);
  const [norrfall] = await addAccounts(server, [{ name: "Norrfall", industry: "Energy" }]);
  await page.goto(`/admin/crm?dialog=edit&id=${norrfall?.id}`);
  await page.getByLabel("Industry", { exact: true }).fill("Power");
  await asOwner(server, `/rest/v1/accounts?id=eq.${norrfall?.id}`, { method: "PATCH", body: { industry: "Wind" } });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Someone else saved this account after you opened it.").waitFor();
  await page.getByText("Wind", { exact: true }).first().waitFor();
  expect(await page.getByLabel("Industry", { exact: true }).inputValue()).toBe("Power");
  const stored = async () =>
    (await asOwner<{ industry: string }[]>(server, `/rest/v1/accounts?id=eq.${norrfall?.id}`))[0]?.industry;
  expect(await stored()).toBe("Wind");
  await page.getByRole("button", { name: "Save mine anyway" }).click();
  await toast(page, "Account updated");
  expect(await stored()).toBe("Power");

  await page.goto(`/admin/crm?dialog=edit&id=${norrfall?.id}`);
  await page.getByLabel("Industry", { exact: true }).fill("Coal");
  await asOwner(server, `/rest/v1/accounts?id=eq.${norrfall?.id}`, { method: "PATCH", body: { industry: "Solar" } });
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Load their version" }).click();
  await expect.poll(() => page.getByLabel("Industry", { exact: true }).inputValue()).toBe("Solar");
  await asOwner(server, `/rest/v1/accounts?id=eq.${norrfall?.id}`, { method: "DELETE" });
  await page.getByLabel("Industry", { exact: true }).fill("Gas");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("button", { name: "Create the account again" }).click();
  await toast(page, "Account created");
});

test("unsaved changes are not lost by Cancel, Escape, Back or a reload", async ({ page, server }) => {
  await asAdmin(page, server);
  await page.goto("/admin/crm");
  await page.getByRole("button", { name: "New Account" }).first().click();
  await page.getByLabel("Company name").fill("Norrfall");
  const guard = page.getByRole("dialog", { name: "Discard your changes?" });
  const keepEditing = async () => {
    await guard.getByRole("button", { name: "Keep editing" }).click();
    await guard.waitFor({ state: "hidden" });
  };
  await page.getByRole("button", { name: "Cancel" }).click();
  await keepEditing();
  await page.keyboard.press("Escape");
  await keepEditing();
  await page.goBack();
  await keepEditing();
  // At the second Escape in a row a browser closes a dialog without asking the page.
  for (let times = 0; times < 3; times++) {
    await page.keyboard.press("Escape");
    await guard.waitFor();
    await page.keyboard.press("Escape");
    await guard.waitFor({ state: "hidden" });
  }
  await page.getByRole("dialog", { name: "New Account" }).waitFor();
  expect(await page.getByLabel("Company name").inputValue()).toBe("Norrfall");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText("Your unsaved text was kept.").waitFor();
  expect(await page.getByLabel("Company name").inputValue()).toBe("Norrfall");
  await page.getByRole("button", { name: "Cancel" }).click();
  await guard.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("dialog", { name: "New Account" }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "New Account" }).first().click();
  expect(await page.getByLabel("Company name").inputValue()).toBe("");
});
