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
import { noteText, wordsPage } from "#server/platform/pages/short-pages.ts";
import { createRateLimits, type Exceeded } from "#server/platform/forms/rate-limits.ts";
import { createQuestions, type Question } from "#server/platform/forms/plain-question.ts";
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

/** Known after the first request: the secret of the tokens. */
async function prepare({ sql, now }: FormParts) {
  const [row] = await sql<{ secret: Buffer }[]>`select secret from private.form_secret`;
  const secret = row!.secret;
  const limits = createRateLimits({ sql, now, form: "inquiries", key: secret });
  return { secret, limits, proofs: createProofOfWork(secret, now), questions: createQuestions(secret, now) };
}

const askedText = "Many messages are arriving at the moment";

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
    const strained = await limits.isStrained(c.env?.clientAddress ?? "unknown");
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

    const { secret, limits, proofs, questions } = await ready();
    const clientAddress = c.env?.clientAddress ?? "unknown";
    const wait = await limits.refusedFor(clientAddress);
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

    const { question, answer: answered, ...plainFields } = isPlain ? await c.req.parseBody() : {};
    const body: unknown = isPlain ? fromPlainForm(plainFields) : await c.req.json().catch(() => null);
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

    const past = await limits.take(clientAddress);
    // Work slows and lifts no limit. Until it is done nothing is kept, and the visitor is told so; the words are still in the form.
    if (past.free.length > 0) {
      const { submission, form } = read;
      const isDone = isPlain
        ? questions.isAnswered({ question, answer: answered }, submission)
        : await proofs.isSolved(read.proof, submission);
      if (!isDone && isPlain) {
        const page = await questionPage(
          questions.ask(submission),
          { ...plainFields, submission },
          answered !== undefined,
        );
        return new Response(page, { status: 428, headers: htmlHeaders });
      }
      if (!isDone) {
        const { email } = await readFirm(sql);
        return c.json(
          {
            message: `${askedText}. Yours was not sent: your browser could not do the short computation we ask for. Please try again, or write to ${email}.`,
            submission,
            token: signToken(secret, { submission, form, issuedAt: now() }),
            expires_at: new Date(now().getTime() + tokenHours * 3_600_000).toISOString(),
            proof: await proofs.challenge(submission),
          },
          428,
        );
      }
    }

    const exceeded: Exceeded[] = [
      ...past.most,
      ...((await limits.takeAddress(read.email)) ? (["address"] as const) : []),
    ];
    const [received] = await Promise.all([
      (async () => {
        const token = readToken(secret, read.token, read, now());
        return receive({ read, signals: spamSignals({ read, token, exceeded }), own }, sql);
      })(),
      pause(answerMilliseconds),
    ]);
    // What waits for a person because of how many came has no day to be told.
    const waits = exceeded.length > 0;
    const answer = {
      ...answerBy(waits ? { ...received, due_at: null } : received),
      mail_is_held: received.mail_is_held,
    };
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

/** For a browser without JavaScript: all that was typed goes along, hidden, with the answer. */
const questionPage = (asked: Question, typed: Record<string, unknown>, isWrong: boolean) =>
  wordsPage({
    title: "One question first",
    foot: "Your message was not sent yet.",
    body: html`<p>
        ${askedText}. Your message was not sent yet: please answer a question first, so that we know a person sent it.
      </p>
      <form method="post" action="/api/inquiries">
        ${Object.entries(typed)
          .filter((entry): entry is [string, string] => typeof entry[1] === "string")
          .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <input type="hidden" name="question" value="${asked.sealed}" />
        <label for="answer">${asked.text}</label>
        <input
          class="input"
          id="answer"
          name="answer"
          inputmode="numeric"
          autocomplete="off"
          maxlength="20"
          required
          style="max-width:12rem"
          ${isWrong ? html` aria-invalid="true" aria-describedby="answer-problem"` : ""}
        />
        ${isWrong ? html`<p class="field-error" id="answer-problem">That was not the answer. Please try this one.</p>` : ""}
        <button class="btn btn-solid" type="submit">Send message</button>
      </form>`,
  });

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
