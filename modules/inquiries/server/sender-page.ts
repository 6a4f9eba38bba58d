// The sender's own page: read what was sent, correct it, take a consent back, have everything erased. Opened by a link in the
// receipt; works without JavaScript.
import { consentWordings } from "#content/consents.ts";
import { maxMessageLength } from "#domain/inquiry-forms.ts";
import { readFirm } from "#server/platform/firm.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { formNonce } from "#server/platform/links/links.ts";
import type { TokenPage } from "#server/platform/links/token-pages.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import { notePage, wordsPage } from "#server/platform/pages/short-pages.ts";
import { answerBy } from "./receive.ts";

interface Shown {
  id: string;
  reference: string;
  version: string;
  state: string;
  subject_text: string;
  name: string;
  email: string;
  company: string;
  message: string;
  due_at: Date | null;
  is_late: boolean | null;
  time_zone: string;
  email_key: string;
}

async function find(sql: Sql, id: string): Promise<Shown | undefined> {
  const [row] = await sql<Shown[]>`
    select inquiries.id, reference, updated_at::text as version, state, subject_text, name, email, company, message, due_at,
      due_at < now() as is_late, email_key, office.time_zone
    from public.inquiries, public.office where inquiries.id = ${id} and erased_at is null`;
  return row;
}

const agreed = (sql: Sql, key: string) => sql<
  { purpose: keyof typeof consentWordings; wording: string; state: string; decided: string | null }[]
>`
  select distinct on (purpose) purpose, wording, state, to_char(decided_at, 'YYYY-MM-DD') as decided
  from public.consents where email_key = ${key} order by purpose, id desc`;

function promise(shown: Shown, email: string): string {
  if (shown.state === "answered") return "We have answered it.";
  const { answer_by_text: day } = answerBy(shown);
  if (!day) return "It needs no answer from us.";
  // A person has decided about these: no day is promised that no one watches.
  if (shown.state === "closed" || shown.state === "spam")
    return `We have looked at it and plan no answer. If you wait for one, write to ${email}.`;
  return shown.is_late
    ? `We promised an answer by ${day}, and are late. If it is urgent, write to ${email}.`
    : `We answer by ${day}.`;
}

const field = (name: string, label: string, value: string): Markup =>
  html`<div>
    <label for="${name}">${label}</label>
    <input class="input" id="${name}" name="${name}" type="text" maxlength="200" value="${value}" />
  </div>`;

const stateWords = (state: string, decided: string | null) =>
  state === "given"
    ? `You agreed on ${decided ?? ""}.`
    : state === "asked"
      ? "You have not confirmed it."
      : "You have taken it back.";

export function senderPage(sql: Sql): TokenPage {
  return {
    kind: "inquiry",
    async show(link, token) {
      const shown = await find(sql, link.subjectId);
      if (!shown) return null;
      const hidden = (action: string) =>
        html`<input type="hidden" name="version" value="${shown.version}" />
          <input type="hidden" name="nonce" value="${formNonce(token, shown.version)}" />
          <input type="hidden" name="action" value="${action}" />`;
      const consents = await agreed(sql, shown.email_key);
      const { email } = await readFirm(sql);
      return wordsPage({
        // A hyphen that ends no line.
        title: `Your message ${shown.reference.replace("-", "\u2011")}`,
        facts: [
          ["From", shown.email],
          ...(shown.subject_text ? [["Subject", shown.subject_text] as const] : []),
          ["Answer", promise(shown, email)],
        ],
        body: html`${shown.message ? html`<div class="said" dir="auto">${shown.message}</div>` : ""}
          <h2>Correct it</h2>
          <form method="post">
            ${hidden("correct")}${field("name", "Your name", shown.name)}${field("company", "Company", shown.company)}
            <div>
              <label for="message">Message, up to ${maxMessageLength.toLocaleString("en-US")} characters</label>
              <textarea class="input" id="message" name="message" dir="auto">${shown.message}</textarea>
            </div>
            <button class="btn btn-solid" type="submit">Save</button>
          </form>
          ${consents.map(
            ({ purpose, wording, state, decided }) =>
              html`<h2>Your consent</h2>
                <p>“${wording}” ${stateWords(state, decided)}</p>
                ${
                  state === "withdrawn"
                    ? ""
                    : html`<form method="post">
                        ${hidden("withdraw")}<input type="hidden" name="purpose" value="${purpose}" />
                        <button class="btn btn-line" type="submit">Take it back</button>
                      </form>`
                }`,
          )}
          <h2>Erase it</h2>
          <p>Your name, address and words are removed for good, and your consents with them. This page ends.</p>
          <form method="post">
            ${hidden("erase")}
            <label class="check"
              ><input type="checkbox" name="sure" value="yes" required /><span
                >Yes, erase everything I sent</span
              ></label
            >
            <button class="btn btn-line" type="submit">Erase</button>
          </form>
          <p class="muted">Questions? <a href="mailto:${email}">${email}</a></p>`,
      });
    },
    async act(link, form, version, { path }) {
      const shown = await find(sql, link.subjectId);
      const note = (title: string, text: string, status = 200, back: string | undefined = path) =>
        notePage({ title, text, script: false, ...(back && { back }) }, status);
      if (!shown) return note("This page has ended", "There is nothing left of this message.", 410, "");
      if (form.action === "correct") {
        // Someone else, or another tab, was faster: nothing is overwritten unseen.
        if (version !== shown.version)
          return note("It has changed meanwhile", "Please open the page again. Nothing was saved.", 409);
        const { name = shown.name, company = shown.company, message = shown.message } = form;
        if (message.length > maxMessageLength)
          return note(
            "The message is too long",
            `It has ${message.length.toLocaleString("en-US")} characters; we take up to ${maxMessageLength.toLocaleString("en-US")}. Nothing was saved: go back in your browser, where everything you typed still is, and shorten it.`,
            400,
            "",
          );
        const clean = (text: string) => text.toWellFormed().replaceAll(/(?!\n|\t)\p{Cc}/gu, "");
        await sql`select private.correct_inquiry(${shown.id}, ${JSON.stringify({
          name: clean(name).replaceAll("\n", " "),
          company: clean(company).replaceAll("\n", " "),
          message: clean(message),
        })}::jsonb)`;
        return note("Saved", "We read it as it is now.");
      }
      if (form.action === "withdraw" && form.purpose !== undefined && form.purpose in consentWordings) {
        await sql`select private.withdraw_consent(${shown.email_key}, ${form.purpose})`;
        return note("Taken back", "We send you nothing of this kind any more, from this moment on.");
      }
      if (form.action === "erase" && form.sure === "yes") {
        await sql`select private.erase_inquiry(${shown.id})`;
        return note("Erased", "Your name, your address and your words are gone. This page has ended.", 200, "");
      }
      return note("Nothing was changed", "Please choose what to do.", 400);
    },
  };
}
