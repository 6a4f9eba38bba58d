// Inquiries and what is answered to them, as the tests of replies write them.
import { randomUUID } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";
import { actAs, type Who } from "#server/testing/act-as.ts";

export interface Inquiry {
  id: string;
  state: string;
  answered_at: Date | null;
  answered_by: string | null;
  answer_id: string | null;
  assignee_id: string | null;
  task_id: string;
}
export interface Reply {
  id: string;
  state: string;
  held_by_safe: boolean;
  body_text: string;
  left_at: Date | null;
}

export function repliesForTests(sql: Sql, admin: Who) {
  const as = <T extends object>(statement: string, values: (string | null)[], who = admin) =>
    actAs(sql, who, (caller) => caller.unsafe<T[]>(statement, values));
  return {
    as,
    receive: async (changed: Record<string, unknown> = {}) => {
      const sent = {
        id: randomUUID(),
        kind: "contact",
        subject: "AI Consult",
        name: "Ada Lind",
        email: `${randomUUID()}@norrfall.example`,
        message: "We have to decide by spring.",
        ...changed,
      };
      const [row] = await sql<Inquiry[]>`select * from public.receive_inquiry(${JSON.stringify(sent)}::jsonb)`;
      return { ...row!, email: sent.email };
    },
    write: (inquiry: string, reply: Record<string, unknown> = {}, who = admin) =>
      as(
        `select public.answer_inquiry($1, null, $2::jsonb)`,
        [inquiry, JSON.stringify({ id: randomUUID(), subject: "Yes", text: "Dear Ada, yes.", ...reply })],
        who,
      ),
    replies: (inquiry: string) => as<Reply>(`select * from public.inquiry_replies($1)`, [inquiry]),
    find: async (id: string) => (await sql<Inquiry[]>`select * from public.inquiries where id = ${id}`)[0]!,
  };
}
