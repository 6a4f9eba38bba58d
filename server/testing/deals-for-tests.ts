// Deals on a throwaway database: colleagues, a company, the preset stages, and short words for what tests do with them.
import type { Sql, TransactionSql, Value } from "#server/platform/database/sql.ts";
import { actAs, addUser, type Who } from "./act-as.ts";

export interface Totals {
  id: string;
  count: number;
  sum_minor: number;
  weighted_minor: number;
}
export interface Card {
  id: string;
  name: string;
  stage_id: string;
  amount_minor: number | null;
  currency: string;
  base_minor: number | null;
  probability: number;
  probability_own: number | null;
  stale: boolean;
  overdue: boolean;
  closed_on: string | null;
  people: number;
  next_task: { title: string; due_on: string | null } | null;
  updated_at: string;
}
export interface Lane extends Totals {
  key: string;
  kind: string;
  without_amount: number;
  converted: number;
  cards: Card[];
  more: boolean;
}
export interface Moved {
  card: Card;
  from: Totals;
  to: Totals;
  place: number;
  of: number;
  undo: Record<string, unknown>;
}
export interface Row {
  id: string;
  stage_kind: string;
  closed_on: string | null;
  close_reason_id: string | null;
  probability_own: number | null;
  base_minor: number | null;
  seen: string;
  [column: string]: unknown;
}

export async function dealsForTests(sql: Sql) {
  const noorId = await addUser(sql, { admin: true });
  const adaId = await addUser(sql, { admin: true });
  await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${noorId}
    and not exists (select from public.staff where name = 'Noor Marchetti')`;
  await sql`update public.staff set name = 'Ada Lind' where user_id = ${adaId}`;
  const noor: Who = { role: "authenticated", userId: noorId };
  const [company] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Norrfall') returning id`;
  const account = company!.id;
  const stage = Object.fromEntries(
    (await sql<{ key: string; id: string }[]>`select key, id from public.deal_stages`).map(({ key, id }) => [key, id]),
  ) as Record<"new" | "discovery" | "proposal" | "negotiation" | "won" | "lost", string>;
  const reason = Object.fromEntries(
    (await sql<{ name: string; id: string }[]>`select name, id from public.close_reasons`).map(({ name, id }) => [
      name,
      id,
    ]),
  ) as Record<string, string>;

  const as = <T>(work: (tx: TransactionSql) => Promise<T>, who: Who = noor) => actAs(sql, who, work);
  const row = async (id: string): Promise<Row> =>
    (await sql<Row[]>`select *, closed_on::text, updated_at::text as seen from public.deals where id = ${id}`)[0]!;
  /** Adds a deal as the browser would: one insert. */
  const add = async (name: string, fields: Record<string, Value> = {}): Promise<string> => {
    const [made] = await as(
      (tx) => tx<{ id: string }[]>`
      insert into public.deals ${tx({ name, account_id: account, ...fields })} returning id`,
    );
    return made!.id;
  };
  const move = async (deal: string, to: string, more: Record<string, unknown> = {}, on: Sql = sql): Promise<Moved> => {
    const args = { deal, to_stage: to, ...more };
    const [answer] = await actAs(
      on,
      noor,
      (tx) => tx<{ moved: Moved }[]>`
      select public.move_deal(told.deal, told.to_stage, told.after, told.before, told.seen, told.close,
        coalesce(told.keep_probability, false), coalesce(told.at_end, false)) as moved
      from jsonb_to_record(${JSON.stringify(args)}::jsonb) as told (
        deal uuid, to_stage uuid, after uuid, before uuid, seen timestamptz, close jsonb, keep_probability boolean, at_end boolean)`,
    );
    return answer!.moved;
  };
  const board = async (filter: object = {}, perStage = 30): Promise<Lane[]> => {
    const [answer] = await as(
      (tx) => tx<{ board: { stages: Lane[] } }[]>`
      select public.deal_board(${JSON.stringify(filter)}::jsonb, ${perStage}) as board`,
    );
    return answer!.board.stages;
  };
  const lane = async (key: string, filter: object = {}, perStage = 30) =>
    (await board(filter, perStage)).find((each) => each.key === key)!;
  const names = async (key: string, filter: object = {}) =>
    (await lane(key, filter, 200)).cards.map(({ name }) => name);
  const empty = async () => {
    await sql`delete from public.deal_stage_events`;
    await sql`delete from public.deals`;
    await sql`truncate public.events`;
  };
  return { noor, noorId, adaId, account, stage, reason, as, row, add, move, board, lane, names, empty };
}
