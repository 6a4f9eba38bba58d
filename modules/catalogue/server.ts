// Saving a template (its tags are read here), and beginning a proposal with one.
import type { Context } from "hono";
import { z } from "zod";
import { asCaller } from "#server/platform/as-caller.ts";
import { callerId } from "#server/platform/caller-id.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { fillText, pathsOf, tagProblems, type Values } from "./server/template-tags.ts";
import { letterOf, type TemplateWords, templateWordsSchema } from "./template.ts";

const saved = z.object({
  id: z.uuid().nullish(),
  name: z.string().trim().min(1).max(200),
  seen: z.int().nullish(),
  words: templateWordsSchema,
});
const begun = z.object({ of: z.partialRecord(z.enum(["deal", "account", "contact"]), z.uuid()) });
const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success;

/** A sentence that the database raised for people, as an answer; anything else is thrown on. */
const refusals: Readonly<Record<string, 403 | 404 | 409 | 422>> = {
  "42501": 403,
  PT404: 404,
  PT409: 409,
  "23505": 409,
  "23514": 422,
};
async function told(c: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const status = refusals[code ?? ""];
    if (status === undefined) throw error;
    return c.json({ code: status, message }, status);
  }
}

/** What tags may name: records, and who writes. */
const exampleValues = async (sql: Sql): Promise<Values> => {
  const [row] = await sql<{ values: Values }[]>`select private.merge_values(null) as values`;
  return { ...row?.values, sender: { name: "", first_name: "", email: "" } };
};

export const server: ModuleServer = {
  open({ sql }, { admin }) {
    admin.route("POST", "/templates", { may: ["catalogue edit"], takes: "json", maxBytes: 400_000 }, async (c) => {
      const given = saved.safeParse(await c.req.json());
      if (!given.success) return c.json({ code: 422, message: z.prettifyError(given.error) }, 422);
      const { id, name, seen, words } = given.data;
      const problems = tagProblems(words, pathsOf(await exampleValues(sql)));
      if (problems.length > 0)
        return c.json({ code: 422, message: problems.map(({ message }) => message).join(" "), problems }, 422);
      return told(c, async () => {
        const [row] = await sql<{ kept: { id: string; no: number } }[]>`
          select private.save_proposal_template(${JSON.stringify({ id: id ?? null, name, ...words })}::jsonb, ${seen ?? null},
            ${callerId(c.req.raw.headers)}) as kept`;
        return c.json(row?.kept);
      });
    });

    admin.route(
      "POST",
      "/templates/:id/proposal",
      { may: ["catalogue read", "proposals add", "proposals edit"], takes: "json", maxBytes: 2000 },
      async (c) => {
        const template = c.req.param("id");
        const given = begun.safeParse(await c.req.json());
        if (!given.success || !isId(template)) return c.json({ code: 422, message: "Say for whom it is." }, 422);
        return told(c, async () => {
          const missing = new Set<string>();
          // One transaction, as the caller: without the right to one part nothing is made.
          const id = await asCaller(sql, c.req.raw.headers, async (tx) => {
            const [made] = await tx<
              { id: string }[]
            >`select public.create_proposal(${JSON.stringify(given.data.of)}::jsonb) as id`;
            const [record] = await tx<
              {
                account: string;
                contact: string | null;
                currency: string;
                deal: string | null;
                values: Values;
                sender: Values;
              }[]
            >`
            select proposals.account_id as account, proposals.contact_id as contact, proposals.currency, deals.name as deal,
              private.readable_merge_values(proposals.contact_id) as values,
              jsonb_build_object('account', accounts.name, 'name', staff.name) as sender
            from public.proposals join public.accounts on accounts.id = proposals.account_id
            left join public.deals on deals.id = proposals.deal_id left join public.staff on staff.user_id = proposals.owner_id
            where proposals.id = ${made!.id}`;
            const { account, contact, currency, deal, values, sender } = record!;
            const [opened] = await tx<{ words: TemplateWords }[]>`
            select public.open_proposal_template(${template}, ${currency}, ${account}, ${contact}) as words`;
            const words = opened!.words;
            const name = String(sender.name ?? "");
            const known: Values = {
              ...values,
              account: { ...(values.account as Values), name: sender.account },
              ...(deal !== null && { deal: { ...(values.deal as Values), name: deal } }),
              sender: { name, first_name: name.split(/\s+/)[0] ?? "", email: "" },
            };
            const fill = (text: string) => fillText(text, known, missing);
            const draft = {
              title: fill(words.title).slice(0, 200),
              intro: fill(words.intro).slice(0, 3000),
              body: fill(letterOf(words.sections)).slice(0, 20_000),
              terms: fill(words.terms).slice(0, 20_000),
              groups: words.groups,
              schedule: words.schedule,
              deposit_bp: words.deposit_bp,
              payment_days: words.payment_days,
              items: words.items.map((item) => ({
                ...item,
                title: fill(item.title).slice(0, 200),
                description: fill(item.description).slice(0, 2000),
              })),
            };
            await tx`select public.save_proposal(${made!.id}, ${JSON.stringify(draft)}::jsonb)`;
            return made!.id;
          });
          return c.json({ id, missing: [...missing] });
        });
      },
    );
  },
};
