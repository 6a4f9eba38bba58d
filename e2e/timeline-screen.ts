// What tests of the timeline make and look at.
import type { Page } from "playwright-core";
import { addAccounts, addContacts, asAdmin, asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

export const switchTimeline = (server: RunningServer, live: boolean) =>
  asOwner(server, "/rest/v1/modules?key=eq.timeline", { method: "PATCH", body: { live } });

/** Norrfall with Ada Lind, the module on, an administrator signed in. */
export async function norrfall(page: Page, server: RunningServer) {
  await asAdmin(page, server);
  await switchTimeline(server, true);
  const [account] = await addAccounts(server, [{ name: "Norrfall", industry: "Energy" }]);
  const [ada] = await addContacts(server, [{ account_id: account!.id, name: "Ada Lind", title: "Head" }]);
  return {
    account: `/admin/crm/accounts/${account!.id}`,
    accountId: account!.id,
    ada: `/admin/crm/contacts/${ada!.id}`,
    adaId: ada!.id,
  };
}
export const timelineOf = (page: Page) => page.getByRole("region", { name: "Timeline", exact: true });
export const entries = (page: Page) => timelineOf(page).getByRole("article");
export const headings = async (page: Page) =>
  (await entries(page).getByRole("heading").allTextContents()).map((text) => text.trim());
