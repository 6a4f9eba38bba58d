import { expect } from "vitest";
import { test } from "./fixtures.ts";
import { addAccounts, addPerson, asAdmin, asOwner, signInAs } from "./people.ts";

test("records 12: two people see each other and each other's changes, and neither overwrites the other", async ({
  open,
  server,
}) => {
  const [ada, noor] = [await open(), await open()];
  const first = await asAdmin(ada, server);
  const second = await addPerson(server, { admin: true });
  await signInAs(noor, server, second);
  for (const [person, name] of [
    [first, "Ada Lind"],
    [second, "Noor Marchetti"],
  ] as const)
    await asOwner(server, `/rest/v1/staff?user_id=eq.${person.id}`, { method: "PATCH", body: { name } });
  const [account] = await addAccounts(server, [{ name: "Castelline", industry: "Banking" }]);
  const streaming = [ada, noor].map((page) => page.waitForResponse("**/api/live"));
  await ada.goto("/admin/crm");
  await noor.goto(`/admin/crm/accounts/${account!.id}`);
  await Promise.all(streaming);

  // A list follows without a reload.
  await noor.getByRole("button", { name: "Edit", exact: true }).click();
  const edit = noor.getByRole("dialog", { name: "Edit Account" });
  await edit.getByLabel("Industry").fill("Insurance");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await ada.getByRole("gridcell", { name: "Insurance" }).waitFor();

  // Both are on the record: each sees the other, and that the other has left.
  await ada.goto(`/admin/crm/accounts/${account!.id}`);
  await noor.getByText("Also here: Ada Lind").waitFor();
  await ada.getByText("Also here: Noor Marchetti").waitFor();

  // What is being typed stays; who saved meanwhile is said at once, and saving compares.
  await ada.getByRole("button", { name: "Edit", exact: true }).click();
  const typing = ada.getByRole("dialog", { name: "Edit Account" });
  await typing.getByLabel("Industry").fill("Shipping");
  await noor.getByRole("button", { name: "Edit", exact: true }).click();
  await edit.getByLabel("Company name").fill("Castelline Group");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await typing.getByText("Changed by Noor Marchetti just now.").waitFor();
  expect(await typing.getByLabel("Industry").inputValue()).toBe("Shipping");
  await typing.getByRole("button", { name: "Save changes" }).click();
  await typing.getByText("Someone else saved this account after you opened it.").waitFor();

  await noor.goto("/admin/crm");
  await ada.getByText("Also here: Noor Marchetti").waitFor({ state: "detached" });
});

test("records 12: where the stream is refused, what is shown is asked for every 30 seconds", async ({
  open,
  server,
}) => {
  const page = await open();
  await asAdmin(page, server);
  await page.route("**/api/live", (route) =>
    route.fulfill({ status: 429, json: { message: "Too many open windows." } }),
  );
  await page.clock.install();
  await page.goto("/admin/crm");
  await page.getByText("No accounts yet. Create your first one!").waitFor();
  await addAccounts(server, [{ name: "Castelline" }]);
  await page.clock.fastForward(31_000);
  await page.getByRole("link", { name: "Castelline", exact: true }).waitFor();
});
