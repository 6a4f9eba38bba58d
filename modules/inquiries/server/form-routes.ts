// The two addresses that public forms talk to: one gives a token, one takes a message. Everyone who is heard gets the same
// answer in the same time, whether we know them or not, and whether the message was quarantined or not.
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { readFirm } from "#server/platform/firm.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { headers as privateHeaders } from "#server/platform/links/token-pages.ts";
import type { ModuleRoutes } from "#server/platform/module-server.ts";
import { html } from "#server/platform/pages/document-page.ts";
import { noteText } from "#server/platform/pages/short-pages.ts";
import { createRateLimits } from "#server/platform/forms/rate-limits.ts";
import { readToken, signToken, tokenHours } from "./form-token.ts";
import { spamSignals } from "./spam-signals.ts";
import { createProofOfWork } from "#server/platform/forms/proof-of-work.ts";
import { answerBy, receive } from "./receive.ts";
import { formNames, type FormName, fromPlainForm, idOf, maxBodyBytes, readSubmission } from "./submission.ts";

export type Routes = Parameters<ModuleRoutes["open"]["mount"]>[1];

export interface FormParts {
  sql: Sql;
  own: ReadonlySet<string>;
  now: () => Date;
  /** Waits, so that every answer takes as long as the slowest kind. Tests put their own in its place. */
  pause: (milliseconds: number) => Promise<void>;
}

/** Longer than receiving takes on a busy machine: who is known and who is not cannot be told apart by the clock. */
const answerMilliseconds = 250;

const elsewhere = (email: string) => `Please write to ${email} instead: we read everything.`;

/** Known after the first request: the secret of the tokens, and what was counted before this process began. */
async function prepare({ sql, now }: FormParts) {
  const [row] = await sql<{ secret: Buffer }[]>`select secret from private.form_secret`;
  const secret = row!.secret;
  const limits = createRateLimits(now, secret);
  const recent = await sql<{ email: string; receivedAt: Date; isOverNetwork: boolean }[]>`
    select email_key as email, received_at as "receivedAt", 'network' = any (held_because) as "isOverNetwork"
    from public.inquiries
    where received_at > ${now()}::timestamptz - interval '1 day' order by received_at limit 10000`;
  limits.refill(recent);
  return { secret, limits, proofs: createProofOfWork(secret, now) };
}

export function formRoutes(parts: FormParts): Routes {
  const { sql, own, now, pause } = parts;
  let prepared: ReturnType<typeof prepare> | undefined;
  const ready = () => {
    prepared ??= prepare(parts).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
  const routes: Routes = new Hono();

  routes.get("/token", async (c) => {
    const { secret, limits, proofs } = await ready();
    const form = c.req.query("form") ?? "contact";
    if (!formNames.includes(form as FormName)) return c.json({ message: "There is no such form", fields: {} }, 400);
    // A token that grows old is renewed for the same submission, so that a retry stays one inquiry.
    const asked = c.req.query("submission") ?? "";
    const submission = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(asked) ? asked : randomUUID();
    const issuedAt = now();
    const strained = limits.isStrained(c.env?.clientAddress ?? "unknown");
    return c.json({
      token: signToken(secret, { submission, form: form as FormName, issuedAt }),
      submission,
      expires_at: new Date(issuedAt.getTime() + tokenHours * 3_600_000).toISOString(),
      ...(strained && { proof: await proofs.challenge(submission) }),
    });
  });

  const small = bodyLimit({
    maxSize: maxBodyBytes,
    onError: async (c) => {
      const message = `The message is larger than ${maxBodyBytes.toLocaleString("en-US")} bytes. ${elsewhere((await readFirm(sql)).email)}`;
      const closing = { Connection: "close" };
      return isPlainForm(c.req.header("content-type"))
        ? new Response(await plainPage("This is too long", message), {
            status: 413,
            headers: { ...htmlHeaders, ...closing },
          })
        : c.json({ message }, 413, closing);
    },
  });

  routes.post("/", small, async (c) => {
    const isPlain = isPlainForm(c.req.header("content-type"));
    const isJson = /^application\/json\b/i.test(c.req.header("content-type") ?? "");
    if (!isPlain && !isJson) return c.json({ message: "Send this as JSON or as a form" }, 415);

    const { secret, limits, proofs } = await ready();
    const clientAddress = c.env?.clientAddress ?? "unknown";
    const wait = limits.refusedFor(clientAddress);
    if (wait !== null) {
      const { email } = await readFirm(sql);
      const message = `Many messages came from your network. Please try again later, or write to ${email}.`;
      return isPlain
        ? new Response(await plainPage("Please try again later", message), {
            status: 429,
            headers: { ...htmlHeaders, "Retry-After": String(wait) },
          })
        : c.json({ message, email }, 429, { "Retry-After": String(wait) });
    }

    const body: unknown = isPlain ? fromPlainForm(await c.req.parseBody()) : await c.req.json().catch(() => null);
    const sent = readSubmission(body);
    if ("complaint" in sent) {
      const { message, fields } = sent.complaint;
      return isPlain
        ? new Response(await plainPage(message, Object.values(fields).join(". "), typedMessage(body)), {
            status: 400,
            headers: htmlHeaders,
          })
        : c.json(sent.complaint, 400);
    }
    const { read } = sent;
    if (read.submission === "") read.submission = idOf(read, now());

    const [received] = await Promise.all([
      (async () => {
        const signals = await spamSignals({
          read,
          token: readToken(secret, read.token, read, now()),
          exceeded: limits.take({ clientAddress, email: read.email }),
          isProved: () => proofs.isSolved(read.proof, read.submission),
        });
        return receive({ read, signals, own }, sql);
      })(),
      pause(answerMilliseconds),
    ]);
    const answer = { ...answerBy(received), mail_is_held: received.mail_is_held };
    if (!isPlain) return c.json(answer, 202);
    const about = new URLSearchParams({
      ...(answer.answer_by !== null && { by: answer.answer_by.slice(0, 10) }),
      ...(answer.answer_by === null && answer.mail_is_held && { mail: "later" }),
      ...(answer.answer_by !== null && read.subscribe && { news: answer.mail_is_held ? "later" : "sent" }),
    });
    return c.redirect(`/contact/sent${about.size > 0 ? `?${about}` : ""}`, 303);
  });
  return routes;
}

const htmlHeaders = { ...privateHeaders, "Content-Type": "text/html; charset=utf-8" };

const isPlainForm = (contentType = "") =>
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType);

const typedMessage = (body: unknown) => String((body as { message?: unknown } | null)?.message ?? "");

/** For a browser without JavaScript: the words are still in the form behind Back, and the message is here as well. */
const plainPage = (title: string, text: string, message = "") =>
  noteText({
    title,
    text: html`${text}<br /><br />Go back in your browser: everything you typed is still
      there.${
        message &&
        html`<br /><br /><label for="typed">Your message</label><br /><textarea
            id="typed"
            class="input"
            rows="12"
            readonly
            dir="auto"
            style="width:100%"
          >
${message}</textarea>`
      }`,
    script: false,
    foot: "Your message was not sent.",
  });
