// What tests of Settings, Office, open and look at.
import type { Page } from "playwright-core";
import { asAdmin, asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

export async function office(page: Page, server: RunningServer) {
  const person = await asAdmin(page, server);
  await asOwner(server, "/rest/v1/office_holidays?day=not.is.null", { method: "DELETE" });
  await page.goto("/admin/settings?tab=office");
  await page.getByLabel("Time zone").waitFor();
  return person;
}
export const holidays = (page: Page) => page.getByRole("list", { name: "Holidays" }).getByRole("listitem");
