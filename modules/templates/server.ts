// Saving, looking and testing: the server reads a template, the database keeps it.
import type { Context } from "hono";
import { z } from "zod";
import { site } from "#content/site.ts";
import { callerId } from "#server/platform/caller-id.ts";
import { asCaller } from "#server/platform/as-caller.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { bookingUrl } from "#server/platform/booking-url.ts";
import { readFirm } from "#server/platform/firm.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { type FilledMail, type FillOptions, fillMail, type MergeValues } from "#server/platform/templates/fill.ts";
import { allTags, type MergeField, type OwnMergeField, ownTags } from "./merge-fields.ts";
import { awkwardValues, emptyValues, exampleValues, withOwn } from "./server/awkward.ts";
import { checkTemplate, type WrittenTemplate } from "./server/check.ts";

const written = z.object({
  purpose: z.enum(["outreach", "transactional"]).default("transactional"),
  subject: z.string().max(2000),
  body_text: z.string().max(100_000).default(""),
  body_html: z
    .string()
    .max(200_000)
    .nullish()
    .transform((html) => html ?? null),
});
const about = { contact_id: z.uuid().nullish(), inquiry_id: z.uuid().nullish() };
const previewed = written.extend(about);
const saved = written.extend({
  id: z.uuid().nullish(),
  key: z.string().max(80).nullish(),
  name: z.string().trim().min(1).max(200),
  seen: z.int().nullish(),
});
const filled = z.object({ template_id: z.uuid(), ...about });
const filledForMany = z.object({
  subject: z.string().max(2000),
  text: z.string().max(100_000),
  contact_ids: z.array(z.uuid()).min(1).max(100),
});

const maxBytes = 400_000;
/** The tags of fields that an administrator added. */
const readOwnTags = async (sql: Sql): Promise<MergeField[]> =>
  ownTags(
    await sql<OwnMergeField[]>`
      select entity, key, label, kind from public.own_fields where deleted_at is null order by entity, position`,
  );

const labelOf = (path: string, own: readonly MergeField[]) =>
  [...allTags, ...own].find((field) => field.path === path)?.label ?? path;

/** "Proposal, one week left" is kept as proposal-one-week-left, with a few letters more when that is taken. */
const keyOf = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60) || "template";

async function recordValues(sql: Sql, headers: Headers, contact?: string | null, inquiry?: string | null) {
  const [row] = await asCaller(
    sql,
    headers,
    (tx) => tx<{ values: MergeValues; name: string | null; email: string | null }[]>`
    select private.readable_merge_values(${contact ?? null}, ${inquiry ?? null}) as values,
      coalesce((select name from public.contacts where id = ${contact ?? null}), (select name from public.inquiries where id = ${inquiry ?? null})) as name,
      coalesce((select email from public.contacts where id = ${contact ?? null}), (select email from public.inquiries where id = ${inquiry ?? null})) as email`,
  );
  return row?.name == null ? null : { ...row, name: row.name };
}

const shown = (name: string, email: string | null, mail: FilledMail, own: readonly MergeField[]) => ({
  contact_name: name,
  to_address: email,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  subject_parts: mail.subjectParts,
  text_parts: mail.textParts,
  missing: mail.missing.map((path) => ({ path, label: labelOf(path, own) })),
  open: mail.open,
});

export const server: ModuleServer = {
  open({ sql, env }, { admin }) {
    const senderAddress = () => /<([^<>]+)>/.exec(env.MAIL_FROM ?? "")?.[1] ?? env.MAIL_FROM ?? site.email;
    const me = async (c: Context) => {
      const id = callerId(c.req.raw.headers);
      const [person] = await sql<{ id: string; name: string | null; email: string }[]>`
        select id, private.signing_name(id) as name, email from auth.users where id = ${id}`;
      return person ?? null;
    };
    const optionsFor = async (
      purpose: WrittenTemplate["purpose"],
      name: string | null | undefined,
    ): Promise<FillOptions> => ({
      sender: { name: name ?? site.name, email: senderAddress() },
      bookingUrl: await bookingUrl(sql, env.SITE_URL),
      firm: await readFirm(sql),
      outreach: purpose === "outreach",
    });
    const bad = (c: Context, message: string) => c.json({ code: 400, message }, 400);
    const refused = (c: Context, { problems, warnings }: ReturnType<typeof checkTemplate>) =>
      c.json({ code: 422, message: problems[0]?.message ?? "", problems, warnings }, 422);

    admin.route("POST", "/check", { may: ["templates read"], takes: "json", maxBytes }, async (c) => {
      const given = written.safeParse(await c.req.json());
      if (!given.success) return bad(c, z.prettifyError(given.error));
      const { problems, warnings, tags, needs } = checkTemplate(given.data, await readOwnTags(sql));
      return c.json({ problems, warnings, tags, needs });
    });

    admin.route("POST", "/save", { may: ["templates edit"], takes: "json", maxBytes }, async (c) => {
      const given = saved.safeParse(await c.req.json());
      if (!given.success) return bad(c, z.prettifyError(given.error));
      const { id, key, name, seen } = given.data;
      const checked = checkTemplate(given.data, await readOwnTags(sql));
      if (checked.problems.length > 0) return refused(c, checked);
      const kept = { ...checked.template, id, name, tags: checked.tags, needs: checked.needs };
      for (const more of ["", `-${crypto.randomUUID().slice(0, 6)}`]) {
        try {
          const template = sql.json({ ...kept, key: (key || keyOf(name)) + more });
          const [row] = await sql<{ saved: object }[]>`
            select private.save_mail_template(${template}::jsonb, ${seen ?? null}, ${(await me(c))?.id ?? null}) as saved`;
          return c.json({ ...row?.saved, warnings: checked.warnings });
        } catch (error) {
          const { code, message } = error as { code?: string; message: string };
          if (code === "PT404") return c.json({ code: 404, message }, 404);
          if (code === "PT409") return c.json({ code: 409, message }, 409);
          // The key is taken: a name that was used before gets a few letters more, unless the caller chose the key.
          if (code !== "23505" || key || more) throw error;
        }
      }
      return c.json({ code: 409, message: "This key is taken." }, 409);
    });

    admin.route("POST", "/preview", { may: ["templates read", "crm read"], takes: "json", maxBytes }, async (c) => {
      const given = previewed.safeParse(await c.req.json());
      if (!given.success) return bad(c, z.prettifyError(given.error));
      const own = await readOwnTags(sql);
      const checked = checkTemplate(given.data, own);
      if (checked.problems.length > 0) return refused(c, checked);
      const options = await optionsFor(given.data.purpose, (await me(c))?.name);
      const fill = (values: MergeValues) => fillMail(checked.template, values, options);
      const real = await recordValues(sql, c.req.raw.headers, given.data.contact_id, given.data.inquiry_id);
      return c.json({
        real: real && shown(real.name, real.email, fill(real.values), own),
        empty: shown("Nothing known", null, fill(withOwn(emptyValues, own, false)), own),
        awkward: shown(String(awkwardValues.contact?.name ?? ""), null, fill(withOwn(awkwardValues, own, true)), own),
        warnings: checked.warnings,
      });
    });

    admin.route("POST", "/fill", { may: ["templates read", "crm read"], takes: "json", maxBytes: 2000 }, async (c) => {
      const given = filled.safeParse(await c.req.json());
      if (!given.success) return bad(c, z.prettifyError(given.error));
      const [source] = await sql<WrittenTemplate[]>`
        select purpose, subject, body_text, body_html from public.mail_templates
        join public.mail_template_versions on template_id = mail_templates.id
        where mail_templates.id = ${given.data.template_id} and archived_at is null order by version desc limit 1`;
      if (!source) return c.json({ code: 404, message: "This template no longer exists." }, 404);
      const real = await recordValues(sql, c.req.raw.headers, given.data.contact_id, given.data.inquiry_id);
      if (!real) return c.json({ code: 404, message: "This contact no longer exists." }, 404);
      const mail = fillMail(source, real.values, {
        ...(await optionsFor(source.purpose, (await me(c))?.name)),
        outreach: false,
        showGaps: true,
      });
      const { subject, text, missing, open } = shown(real.name, real.email, mail, await readOwnTags(sql));
      return c.json({ subject, text: text.trimEnd(), missing, open });
    });

    // The same words for each of several people, as each would get them.
    admin.route("POST", "/fill-words", { may: ["templates read", "crm read"], takes: "json", maxBytes }, async (c) => {
      const given = filledForMany.safeParse(await c.req.json());
      if (!given.success) return bad(c, z.prettifyError(given.error));
      const { subject, text, contact_ids: people } = given.data;
      const own = await readOwnTags(sql);
      const checked = checkTemplate({ purpose: "transactional", subject, body_text: text, body_html: null }, own);
      if (checked.problems.length > 0) return refused(c, checked);
      const options = { ...(await optionsFor("transactional", (await me(c))?.name)), showGaps: true };
      const values = await asCaller(
        sql,
        c.req.raw.headers,
        (tx) => tx<{ id: string; values: MergeValues }[]>`
          select id, private.readable_merge_values(id) as values from public.contacts where id = any (${people}::uuid[])`,
      );
      return c.json(
        values.map(({ id, values: known }) => {
          const mail = fillMail(checked.template, known, options);
          return {
            contact_id: id,
            subject: mail.subject,
            text: mail.text.trimEnd(),
            missing: [...mail.missing.map((path) => labelOf(path, own)), ...mail.open],
          };
        }),
      );
    });

    // To oneself and no one else: the address is looked up, never taken from the request.
    admin.route("POST", "/test", { may: ["templates edit", "crm read"], takes: "json", maxBytes }, async (c) => {
      const given = previewed.safeParse(await c.req.json());
      if (!given.success) return bad(c, z.prettifyError(given.error));
      const own = await readOwnTags(sql);
      const checked = checkTemplate(given.data, own);
      if (checked.problems.length > 0) return refused(c, checked);
      const person = await me(c);
      if (!person?.email) return c.json({ code: 409, message: "Your account has no e-mail address." }, 409);
      const real = await recordValues(sql, c.req.raw.headers, given.data.contact_id, given.data.inquiry_id);
      const mail = fillMail(
        checked.template,
        real?.values ?? withOwn(exampleValues, own, true),
        await optionsFor(given.data.purpose, person.name),
      );
      if (mail.missing.length + mail.open.length > 0) {
        const which = [...mail.missing.map((path) => labelOf(path, own)), ...mail.open].join(", ");
        return c.json(
          { code: 422, message: `${real?.name ?? "This contact"} has no value for ${which}.`, missing: mail.missing },
          422,
        );
      }
      // Addresses that belong to one recipient are made for real mails only.
      const plain = (words: string) =>
        words.replaceAll(
          /\{\{(\w+)\}\}/g,
          (_, tag: string) => `${env.SITE_URL}/#${tag.replace("_url", "")}-in-a-real-mail`,
        );
      const message = sql.json({
        class: "transactional",
        dedupe_key: `test:${crypto.randomUUID()}`,
        origin_kind: "template_test",
        to_address: person.email,
        subject: `[Test] ${mail.subject}`,
        body_text: plain(mail.text),
        body_html: plain(mail.html),
      });
      const [made] = await sql<{ id: string }[]>`select private.put_in_outbox(${message}::jsonb) as id`;
      const [put] = await sql<
        { id: string; state: string }[]
      >`select id, state from public.outbox where id = ${made?.id ?? null}`;
      return c.json({ outbox_id: put?.id, to_address: person.email, state: put?.state });
    });
  },
};
