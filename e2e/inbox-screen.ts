// What tests of the inbox make and look at.
import type { Page } from "playwright-core";
import { inquiriesOf, sendPlain } from "./inquiries.ts";
import { addPerson, signInAs } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

export const rows = (page: Page) => page.getByRole("list", { name: "Inquiries" }).getByRole("link");
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
export const pane = (page: Page) => page.getByRole("article");
export const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });
export const button = (page: Page, name: string) => pane(page).getByRole("button", { name, exact: true });

let count = 0;
/** One more message that waits, from a sender whom no one knows. */
export async function addInquiry(server: RunningServer, words: Parameters<typeof sendPlain>[1] | object = {}) {
  const email = `sender${++count}@inbox${count}.example`;
  await sendPlain(server, { email, name: `Sender ${count}`, message: `Message number ${count}`, ...words });
  const [inquiry] = await inquiriesOf(server, "email" in words ? String(words.email) : email);
  return inquiry!;
}

export async function openInbox(page: Page, server: RunningServer, address = "/admin/inquiries") {
  const me = await addPerson(server, { admin: true });
  await signInAs(page, server, me);
  await page.goto(address);
  return me;
}
