// What tests of deals make and look at.
import type { Page } from "playwright-core";
import { addAccounts, asAdmin, asOwner, type Person } from "./people.ts";
import type { RunningServer } from "./start-server.ts";
import { inDatabase, switchOn } from "./task-screen.ts";

export interface SeededDeal {
  id: string;
  name: string;
  account_id: string;
}

/** Keys of the stages that every installation begins with. */
export type StageKey = "new" | "discovery" | "proposal" | "negotiation" | "won" | "lost";

export const stageIds = async (server: RunningServer) => {
  const rows = await asOwner<{ id: string; key: StageKey }[]>(server, "/rest/v1/deal_stages?select=id,key");
  return Object.fromEntries(rows.map(({ id, key }) => [key, id])) as Record<StageKey, string>;
};

/** A fresh administrator with deals on, and none there. */
export async function startDeals(page: Page, server: RunningServer, ...others: string[]): Promise<Person> {
  // Past the rule that a deal which was won stays.
  await inDatabase(server, async (sql) => {
    await sql`set session_replication_role = replica`;
    await sql`delete from private.deal_places`;
    await sql`delete from public.deal_contacts`;
    await sql`delete from public.deal_stage_events`;
    await sql`delete from public.tasks where deal_id is not null`;
    await sql`delete from public.deals`;
  });
  await switchOn(server, "deals", ...others);
  return asAdmin(page, server);
}

/** One company each, of the deal's first word. The first of a stage stands on top. */
export async function addDeals(
  server: RunningServer,
  rows: { name: string; stage: StageKey; amount?: number | null; [column: string]: unknown }[],
): Promise<Record<string, SeededDeal>> {
  const stages = await stageIds(server);
  const accounts = await addAccounts(
    server,
    rows.map(({ name }) => ({ name: name.split(" ")[0] })),
  );
  const made: Record<string, SeededDeal> = {};
  for (const [index, { name, stage, amount = 1000, ...more }] of [...rows.entries()].toReversed()) {
    const [deal] = await asOwner<SeededDeal[]>(server, "/rest/v1/deals", {
      method: "POST",
      body: {
        name,
        account_id: accounts[index]!.id,
        stage_id: stages[stage],
        amount_minor: amount === null ? null : Math.round(amount * 100),
        currency: "USD",
        ...more,
      },
    });
    made[name] = deal!;
  }
  return made;
}

/** Names by stage, in the order that everyone sees. */
export const order = (server: RunningServer): Promise<Record<string, string[]>> =>
  inDatabase(server, async (sql) => {
    const stages = await sql<{ key: string; names: string[] }[]>`
      select stage.key, array_agg(deals.name order by place.position) as names
      from private.deal_places as place
      join public.deals on deals.id = place.deal_id
      join public.deal_stages as stage on stage.id = place.stage_id
      where not place.archived group by stage.key`;
    return Object.fromEntries(stages.map(({ key, names }) => [key, names]));
  });

export const lane = (page: Page, name: string) => page.getByRole("region", { name: new RegExp(`^${name} `) });

export const card = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

export const cardBox = (page: Page, name: string) => page.locator("li[data-deal]").filter({ has: card(page, name) });

/** What stands in a column on the screen. */
export const shown = (page: Page, name: string) => lane(page, name).locator("[data-card-link]").allTextContents();

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** By mouse, from a card to another place, with the steps that a hand makes. */
export async function drag(page: Page, from: string, to: { x: number; y: number }) {
  const box = (await cardBox(page, from).boundingBox())!;
  await page.mouse.move(box.x + 60, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + 70, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.move(to.x + 1, to.y + 1);
  await page.mouse.up();
}

/** The middle of a box, moved down by a part of its height. */
export async function pointIn(page: Page, selector: string, part = 0.5) {
  const box = (await page.locator(selector).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height * part };
}

/** Colours change at once with the theme. */
export const calm = { reducedMotion: "reduce" } as const;
