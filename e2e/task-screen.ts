// What tests of tasks make and look at.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { openPool, type Sql } from "../server/platform/database/sql.ts";
import { asAdmin, asOwner, type Person } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

export const switchOn = async (server: RunningServer, ...keys: string[]) => {
  for (const key of keys)
    await asOwner(server, `/rest/v1/modules?key=eq.${key}`, { method: "PATCH", body: { live: true } });
};
export const switchOff = async (server: RunningServer, ...keys: string[]) => {
  for (const key of keys)
    await asOwner(server, `/rest/v1/modules?key=eq.${key}`, { method: "PATCH", body: { live: false } });
};
export const emptyTasks = (server: RunningServer) =>
  asOwner(server, "/rest/v1/tasks?id=not.is.null", { method: "DELETE" });
export const officeIn = (server: RunningServer, time_zone: string) =>
  asOwner(server, "/rest/v1/office?id=is.true", { method: "PATCH", body: { time_zone } });

export interface SeededTask {
  id: string;
  title: string;
}
/** Days are counted from the office's today. */
export async function addTasks(
  server: RunningServer,
  rows: { title: string; days?: number | null; assignee: string | null; [column: string]: unknown }[],
) {
  const today = await asOwner<string>(server, "/rest/v1/rpc/office_today", { method: "POST", body: {} });
  const dayFrom = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  return asOwner<SeededTask[]>(server, "/rest/v1/tasks", {
    method: "POST",
    body: rows.map(({ title, days = null, assignee, ...more }) => ({
      title,
      due_on: days === null ? null : dayFrom(days),
      assignee_id: assignee,
      priority: "medium",
      account_id: null,
      contact_id: null,
      due_at: null,
      ...more,
    })),
  });
}

export const tick = (page: Page, title: string) => page.getByRole("checkbox", { name: `Done: ${title}`, exact: true });
/** Titles by their group, as the page shows them. */
export const shownGroups = (page: Page) =>
  page
    .getByRole("region", { name: "Tasks" })
    .evaluate((list) =>
      Object.fromEntries(
        [...list.querySelectorAll("section")].map((section) => [
          section.querySelector("h2")?.firstChild?.textContent ||
            section.querySelector("h2")?.childNodes[1]?.textContent ||
            "",
          [...section.querySelectorAll("[data-task] > button:first-of-type")].map((title) => title.textContent ?? ""),
        ]),
      ),
    );
/** In the message of that title. */
export const undo = (page: Page, title: string) =>
  page
    .getByLabel("Notifications")
    .getByRole("listitem")
    .filter({ has: page.getByText(title, { exact: true }) })
    .getByRole("button", { name: "Undo" })
    .first();

/** Past the data API, for rows that only the server's own functions write. */
export async function inDatabase<T>(server: RunningServer, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { socketDirectory } = JSON.parse(readFileSync(path.join(server.dataDir, "running.json"), "utf8")) as {
    socketDirectory: string;
  };
  const sql = openPool({ host: socketDirectory, user: "postgres", database: "postgres", max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export interface SeededInquiry {
  name: string;
  /** Hours from now. */
  due: number;
  answered?: number;
  assignee?: string;
}
/** In place of all that were there. */
export const setInquiries = (server: RunningServer, rows: SeededInquiry[]) =>
  inDatabase(server, async (sql) => {
    await sql`delete from public.inquiries`;
    for (const { name, due, answered, assignee } of rows)
      await sql`
        insert into public.inquiries (id, kind, state, name, email, due_at, answered_at, assignee_id)
        values (gen_random_uuid(), 'contact', ${answered === undefined ? "new" : "answered"}, ${name}, 'someone@norrfall.example',
          now() + make_interval(secs => ${due * 3600}), now() + make_interval(secs => ${answered === undefined ? null : answered * 3600}),
          ${assignee ?? null})`;
  });

/** A fresh administrator with tasks switched on, and none there. */
export async function startTasks(page: Page, server: RunningServer, zone = "UTC"): Promise<Person> {
  await emptyTasks(server);
  await switchOn(server, "tasks");
  await officeIn(server, zone);
  return asAdmin(page, server);
}
