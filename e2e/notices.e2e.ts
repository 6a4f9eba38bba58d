// The bell: new ones appear by themselves, the keyboard opens the list, a line leads to its record and is read there.
import { expect } from "vitest";
import { axeViolations } from "./accessibility.ts";
import { phone, test } from "./fixtures.ts";
import { addAccounts, addPerson, asAdmin, asOwner, signInAs } from "./people.ts";

test("notices 3: a notice appears without reloading, G N opens the list, its line leads to the record and is read", async ({
  page,
  open,
  server,
}) => {
  await asOwner(server, "/rest/v1/modules?key=in.(notices,timeline,tasks)", { method: "PATCH", body: { live: true } });
  const ada = await asAdmin(page, server);
  const noor = await addPerson(server, { admin: true });
  await asOwner(server, `/rest/v1/staff?user_id=eq.${ada.id}`, { method: "PATCH", body: { name: "Ada Lind" } });
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  const theirs = await open({ viewport: phone });
  await signInAs(theirs, server, noor);
  const streaming = page.waitForResponse("**/api/live");
  await page.goto("/admin");
  await streaming;
  await page.getByRole("button", { name: "Notices, none new" }).waitFor();

  await theirs.goto(`/admin/crm/accounts/${account!.id}`);
  await theirs.evaluate(
    async ([about, named]) => {
      const { access_token: token } = JSON.parse(localStorage.getItem("guidevane-session") ?? "{}");
      const headers = { Authorization: `Bearer ${token}`, apikey: token, "Content-Type": "application/json" };
      const body = {
        id: crypto.randomUUID(),
        body: "@Ada Lind, the exit clause is yours",
        mentions: [named],
        account_id: about,
      };
      const answer = await fetch("/rest/v1/notes", { method: "POST", headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(await answer.text());
    },
    [account!.id, ada.id],
  );
  await page.getByRole("button", { name: "Notices, 1 new" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  const list = page.getByRole("dialog", { name: "Notices" });
  await list.getByText("the exit clause is yours").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await list.getByRole("link", { name: /named you in a note/ }).click();
  await page.waitForURL(`**/admin/crm/accounts/${account!.id}`);
  await page.getByRole("button", { name: "Notices, none new" }).waitFor();

  // Followed on a phone, and chosen there.
  await theirs.getByRole("button", { name: "Follow", exact: true }).click();
  await theirs.getByRole("button", { name: "Following" }).waitFor();
  await theirs.goto("/admin/settings?tab=notices");
  await theirs.getByRole("switch", { name: "On screen: A new inquiry" }).click();
  await theirs.getByRole("group", { name: "By mail: A new inquiry" }).getByRole("button", { name: "Never" }).click();
  await expect
    .poll(() => asOwner(server, `/rest/v1/notice_choices?user_id=eq.${noor.id}&select=kind,screen,mail`))
    .toEqual([{ kind: "inquiry", screen: false, mail: "never" }]);
  expect(await axeViolations(theirs)).toEqual([]);
});
