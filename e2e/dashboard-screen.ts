// What tests of the dashboard make and look at.
import type { Page } from "playwright-core";
import { asAdmin, hideFirstSteps, type Person } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { emptyTasks, officeIn, setInquiries, switchOn } from "./task-screen.ts";

export async function start(page: Page, server: RunningServer): Promise<Person> {
  await setInquiries(server, []);
  await emptyTasks(server);
  await switchOn(server, "tasks", "inquiries");
  await officeIn(server, "UTC");
  await hideFirstSteps(server);
  return asAdmin(page, server);
}
export const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`);
export const valueOf = (page: Page, name: string) => figure(page, name).getByRole("definition").first().textContent();
