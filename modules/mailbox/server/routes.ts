// /api/mailbox: connecting, signing in again, and the page of a mail as it was sent. Everything else is asked of the database.
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { asCaller } from "#server/platform/as-caller.ts";
import { callerId } from "#server/platform/caller-id.ts";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import type { AdminRoutes } from "#server/platform/module-routes.ts";
import type { LastingContext } from "#server/platform/module-server.ts";
import { consentWording } from "../mailbox.ts";
import {
  changeBody,
  connectBody,
  type ConnectBody,
  type Servers,
  type SignIn,
  type TestAnswer,
  testBody,
} from "../mailbox-routes.ts";
import { asSentPage } from "./as-sent.ts";
import type { SignInParts } from "./connecting/sign-in.ts";
import { tryMailbox } from "./connecting/try-mailbox.ts";
import { mailParser } from "./reading/parser.ts";
import { keepSecret, openSecret } from "./secrets.ts";

interface Parts {
  sql: Sql;
  signInParts(): Promise<SignInParts>;
  /** The setting without which nothing is connected. */
  missing: string | null;
}

type Ctx = LastingContext;
const maxBytes = 20_000;
const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const refuse = (c: Ctx, status: 403 | 404 | 409 | 422 | 503, message: string, more: object = {}) =>
  c.json({ code: status, message, ...more }, status);

/** The body as the schema says, or the answer that names the first field that is wrong. */
async function read<T extends z.ZodType>(c: Ctx, schema: T): Promise<{ body: z.output<T> } | { answer: Response }> {
  const parsed = schema.safeParse(await c.req.json().catch(() => null));
  if (parsed.success) return { body: parsed.data };
  const [issue] = parsed.error.issues;
  return { answer: refuse(c, 422, issue?.message ?? "This is not understood", { field: issue?.path.join(".") ?? "" }) };
}

export function addRoutes(admin: AdminRoutes, { sql, signInParts, missing }: Parts): void {
  const needs = missing && `Set ${missing} first: what mailboxes are signed in with is sealed with it.`;

  admin.route("GET", "/ready", { may: ["mailbox read"], takes: "nothing" }, (c) =>
    c.json({ ready: !needs, missing: needs }),
  );

  admin.route("POST", "/test", { may: ["mailbox add"], takes: "json", maxBytes }, async (c) => {
    if (needs) return refuse(c, 503, needs);
    const given = await read(c, testBody);
    if ("answer" in given) return given.answer;
    const { secret, ...servers } = given.body;
    return c.json(await tryMailbox(await signInParts(), randomUUID(), servers, secret));
  });

  admin.route("POST", "/mailboxes", { may: ["mailbox add"], takes: "json", maxBytes }, async (c) => {
    if (needs) return refuse(c, 503, needs);
    const given = await read(c, connectBody);
    if ("answer" in given) return given.answer;
    const body = {
      ...given.body,
      colleagues_see:
        given.body.colleagues_see ?? (given.body.kind === "personal" ? ("headers" as const) : ("text" as const)),
    };
    if (body.kind === "personal" && body.consent !== consentWording(body.keep, body.colleagues_see))
      return refuse(c, 422, "Tick the sentence that says what is read and who sees it.", { field: "consent" });
    if (body.kind === "shared" && !(await may(sql, c, "edit")))
      return refuse(c, 403, "You need the right to edit mailboxes.");
    const owner = callerId(c.req.raw.headers);
    const [taken] =
      await sql`select from public.mailboxes where address_key = ${body.address.toLowerCase()} and state <> 'removed'`;
    if (taken) return refuse(c, 409, "This mailbox is connected already.", { field: "address" });
    const [staff] = await sql`select from public.staff where user_id = ${owner}`;
    if (!staff) return refuse(c, 403, "Only colleagues connect mailboxes.");
    const parts = await signInParts();
    const id = randomUUID();
    const tried = await tryMailbox(parts, id, body, body.secret);
    if (!tried.ok) return refuse(c, 422, tried.steps.at(-1)!.message, { steps: tried.steps });
    if (!tried.sent && !body.sent_folder)
      return refuse(c, 422, "Which folder is Sent? This server does not say.", {
        field: "sent_folder",
        folders: tried.folders,
      });
    try {
      await sql.begin(async (tx) => {
        await actAs(tx, c);
        await store(tx, parts, { id, owner: owner!, body, tried });
      });
    } catch (error) {
      if ((error as { code?: string }).code === "23505")
        return refuse(c, 409, "This mailbox is connected already.", { field: "address" });
      throw error;
    }
    return c.json({ id }, 201);
  });

  admin.route("POST", "/mailboxes/:id/servers", { may: ["mailbox read"], takes: "json", maxBytes }, async (c) => {
    if (needs) return refuse(c, 503, needs);
    const given = await read(c, changeBody);
    if ("answer" in given) return given.answer;
    const id = c.req.param("id") ?? "";
    const box = isUuid(id) ? await mailboxToChange(sql, c, id) : null;
    if (!box) return refuse(c, 404, "This mailbox no longer exists.");
    if (box.refusal) return refuse(c, 403, box.refusal);
    const { secret: typed, ...changed } = given.body;
    const servers: Servers = { ...box.servers, ...definedOf(changed) } as Servers;
    const moved =
      servers.imap_host !== box.servers.imap_host || (servers.smtp_host ?? null) !== (box.servers.smtp_host ?? null);
    if (!typed && moved)
      return refuse(c, 422, "Type the password: it is not sent to a new server.", { field: "secret" });
    const parts = await signInParts();
    const secret = typed ?? (await openSecret(sql, parts.sealing, id).catch(() => null));
    if (!secret) return refuse(c, 422, "Type the password.", { field: "secret" });
    parts.tokens.forget(id);
    const tried = await tryMailbox(parts, id, servers, secret);
    if (!tried.ok) return c.json(tried);
    await sql.begin(async (tx) => {
      await actAs(tx, c);
      await signInAgain(tx, parts, id, servers, secret);
    });
    return c.json(tried);
  });

  admin.route("GET", "/mails/:id/as-sent", { may: ["mailbox read"], takes: "nothing" }, async (c) => {
    const id = c.req.param("id") ?? "";
    const html = isUuid(id)
      ? await asCaller(
          sql,
          c.req.raw.headers,
          (tx) => tx<Page[]>`select html, html_state, body_hash from private.mail_html(${id})`,
        )
      : [];
    const clean = await cleaned(sql, callerId(c.req.raw.headers) ?? "", id, html[0]);
    if (!clean) return refuse(c, 404, "There is no such page of this mail.");
    return c.json({ html: asSentPage(clean) }, 200, { "Cache-Control": "no-store" });
  });
}

interface Page {
  html: string | null;
  html_state: "raw" | "cleaned" | "refused";
  body_hash: Buffer;
}

/** Mail is cleaned when it is filed; what was filed before that is cleaned at its first look, and stays so. */
async function cleaned(sql: Sql, caller: string, mail: string, page: Page | undefined): Promise<string | null> {
  if (!page?.html || page.html_state === "refused") return null;
  if (page.html_state === "cleaned") return page.html;
  const clean = await mailParser(caller).cleanHtml(page.html);
  await sql`select private.keep_cleaned_html(${mail}, ${page.body_hash}, ${clean?.html ?? null}, ${clean?.isCut ?? false})`;
  return clean?.html ?? null;
}

const definedOf = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;

/** So that the history and the audit log name the caller; the rights were asked before. */
async function actAs(tx: TransactionSql, c: Ctx): Promise<void> {
  const id = callerId(c.req.raw.headers);
  await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id })}, true)`;
}

const may = async (sql: Sql, c: Ctx, action: string): Promise<boolean> => {
  const [row] = await asCaller(
    sql,
    c.req.raw.headers,
    (tx) => tx<{ may: boolean }[]>`select public.may('mailbox', ${action}) as may`,
  );
  return row?.may ?? false;
};

interface Stored {
  id: string;
  owner: string;
  body: ConnectBody & { colleagues_see: string };
  tried: TestAnswer;
}

async function store(tx: TransactionSql, { sealing }: SignInParts, { id, owner, body, tried }: Stored): Promise<void> {
  await tx`
    insert into public.mailboxes (id, address, kind, owner_id, user_name, imap_host, imap_port, smtp_host, smtp_port, sign_in, keep, colleagues_see,
      read_since, keep_months, counts_for_ties, has_idle)
    values (${id}, ${body.address}, ${body.kind}, ${owner}, ${body.user_name}, ${body.imap_host}, ${body.imap_port}, ${body.smtp_host ?? null},
      ${body.smtp_port ?? null}, ${body.secret.sign_in}, ${body.keep}, ${body.colleagues_see},
      coalesce(${body.read_since ?? null}::date, public.office_today() - 90), ${body.keep_months}, ${body.counts_for_ties}, ${tried.has_idle})`;
  const chosen = body.folders && new Set(body.folders);
  const rows = tried.folders.map(({ path, special_use, wanted }) => ({
    path,
    special_use: body.sent_folder === path ? "sent" : special_use === "sent" && body.sent_folder ? null : special_use,
    wanted: ["junk", "trash", "drafts"].includes(special_use ?? "")
      ? false
      : chosen
        ? chosen.has(path)
        : wanted || body.sent_folder === path,
  }));
  await tx`
    insert into public.mailbox_folders (mailbox_id, path, special_use, wanted)
    select ${id}, path, special_use, wanted from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (path text, special_use text, wanted boolean)`;
  await keepSecret(tx, sealing, id, body.secret);
  if (body.consent)
    await tx`insert into public.mailbox_consents (mailbox_id, owner_id, wording) values (${id}, ${owner}, ${body.consent})`;
  await tx`select private.note_act('mailbox connected', ${body.address}, null, ${JSON.stringify({ kind: body.kind, keep: body.keep, colleagues_see: body.colleagues_see })}::jsonb)`;
  await tx`select pg_notify('mailboxes_due', '')`;
}

async function signInAgain(
  tx: TransactionSql,
  { sealing }: SignInParts,
  id: string,
  servers: Servers,
  secret: SignIn,
): Promise<void> {
  await tx`
    update public.mailboxes set user_name = ${servers.user_name}, imap_host = ${servers.imap_host}, imap_port = ${servers.imap_port},
      smtp_host = ${servers.smtp_host ?? null}, smtp_port = ${servers.smtp_port ?? null}, sign_in = ${secret.sign_in},
      state = case when state in ('signed_out', 'waiting') then 'checking' else state end, reason = null, reason_detail = null, next_try_at = null, tries = 0,
      lease_until = null, lease_by = null
    where id = ${id} and state <> 'removed'`;
  await keepSecret(tx, sealing, id, secret);
  await tx`select private.note_act('mailbox signed in again', (select address from public.mailboxes where id = ${id}), null, ${JSON.stringify({ imap_host: servers.imap_host })}::jsonb)`;
  await tx`select pg_notify('mailboxes_due', '')`;
}

async function mailboxToChange(
  sql: Sql,
  c: Ctx,
  id: string,
): Promise<{ servers: Servers; refusal: string | null } | null> {
  try {
    const rows = await asCaller(sql, c.req.raw.headers, async (tx) => {
      await tx`select public.require_mailbox(${id})`;
      return tx<
        Servers[]
      >`select user_name, imap_host, imap_port, smtp_host, smtp_port from public.mailboxes where id = ${id}`;
    });
    return rows[0] ? { servers: rows[0], refusal: null } : null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "PT404") return null;
    if (code === "42501") return { servers: {} as Servers, refusal: message };
    throw error;
  }
}
