// The sender's own page: read what was sent, correct it, take a consent back, have everything erased. Opened by a link in the
// receipt; works without JavaScript.
import { consentWordings } from "#content/consents.ts";
import { site } from "#content/site.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { formNonce } from "#server/platform/links/links.ts";
import type { TokenPage } from "#server/platform/links/token-pages.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";
import { answerBy } from "./receive.ts";
import { framed, page } from "#server/platform/links/page-frame.ts";

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
  time_zone: string;
  email_key: string;
}

async function find(sql: Sql, id: string): Promise<Shown | undefined> {
  const [row] = await sql<Shown[]>`
    select inquiries.id, reference, updated_at::text as version, state, subject_text, name, email, company, message, due_at,
      email_key, office.time_zone
    from public.inquiries, public.office where inquiries.id = ${id} and erased_at is null`;
  return row;
}

const agreed = (sql: Sql, key: string) => sql<
  { purpose: keyof typeof consentWordings; wording: string; state: string; decided: string | null }[]
>`
  select distinct on (purpose) purpose, wording, state, to_char(decided_at, 'YYYY-MM-DD') as decided
  from public.consents where email_key = ${key} order by purpose, id desc`;

function promise(shown: Shown): string {
  if (shown.state === "answered") return "We have answered it.";
  const { answer_by_text: day } = answerBy(shown);
  return day ? `We answer by ${day}.` : "It needs no answer from us.";
}

export function senderPage(sql: Sql): TokenPage {
  return {
    kind: "inquiry",
    async show(link, token) {
      const shown = await find(sql, link.subjectId);
      if (!shown) return null;
      const hidden = `<input type="hidden" name="version" value="${escapeHtml(shown.version)}">
<input type="hidden" name="nonce" value="${formNonce(token, shown.version)}">`;
      const field = (name: "name" | "company", label: string) =>
        `<label for="${name}">${label}</label><input id="${name}" name="${name}" type="text" maxlength="200" value="${escapeHtml(shown[name])}">`;
      const consents = await agreed(sql, shown.email_key);
      return framed(
        // A hyphen that ends no line.
        `Your message ${shown.reference.replace("-", "\u2011")}`,
        `<p>${escapeHtml(promise(shown))} It came with the address ${escapeHtml(shown.email)}.</p>
${shown.subject_text ? `<p>Subject: ${escapeHtml(shown.subject_text)}</p>` : ""}
${shown.message ? `<div class="words">${escapeHtml(shown.message)}</div>` : ""}
<h2>Correct it</h2>
<form method="post">${hidden}<input type="hidden" name="action" value="correct">
${field("name", "Your name")}
${field("company", "Company")}
<label for="message">Message</label><textarea id="message" name="message" maxlength="10000">${escapeHtml(shown.message)}</textarea>
<button type="submit">Save</button></form>
${consents
  .map(
    ({ purpose, wording, state, decided }) => `<h2>Your consent</h2>
<p>“${escapeHtml(wording)}” ${state === "given" ? `You agreed on ${escapeHtml(decided ?? "")}.` : state === "asked" ? "You have not confirmed it." : "You have taken it back."}</p>
${state === "withdrawn" ? "" : `<form method="post">${hidden}<input type="hidden" name="action" value="withdraw"><input type="hidden" name="purpose" value="${purpose}"><button type="submit" class="plain">Take it back</button></form>`}`,
  )
  .join("\n")}
<h2>Erase it</h2>
<p>Your name, address and words are removed for good, and your consents with them. This page ends.</p>
<form method="post">${hidden}<input type="hidden" name="action" value="erase">
<label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, erase everything I sent</label>
<button type="submit" class="plain">Erase</button></form>
<p>Questions? <a href="mailto:${site.email}">${site.email}</a></p>`,
      );
    },
    async act(link, form, version) {
      const shown = await find(sql, link.subjectId);
      if (!shown) return page("This page has ended", "<p>There is nothing left of this message.</p>", 410);
      const back = '<p><a href="">Back to your message</a></p>';
      if (form.action === "correct") {
        // Someone else, or another tab, was faster: nothing is overwritten unseen.
        if (version !== shown.version)
          return page("It has changed meanwhile", `<p>Please open the page again. Nothing was saved.</p>${back}`, 409);
        const { name = shown.name, company = shown.company, message = shown.message } = form;
        const clean = (text: string) => text.toWellFormed().replaceAll(/(?!\n|\t)\p{Cc}/gu, "");
        await sql`select private.correct_inquiry(${shown.id}, ${JSON.stringify({
          name: clean(name).replaceAll("\n", " "),
          company: clean(company).replaceAll("\n", " "),
          message: clean(message),
        })}::jsonb)`;
        return page("Saved", `<p>We read it as it is now.</p>${back}`);
      }
      if (form.action === "withdraw" && form.purpose !== undefined && form.purpose in consentWordings) {
        await sql`select private.withdraw_consent(${shown.email_key}, ${form.purpose})`;
        return page("Taken back", `<p>We send you nothing of this kind any more, from this moment on.</p>${back}`);
      }
      if (form.action === "erase" && form.sure === "yes") {
        await sql`select private.erase_inquiry(${shown.id})`;
        return page("Erased", "<p>Your name, your address and your words are gone. This page has ended.</p>");
      }
      return page("Nothing was changed", `<p>Please choose what to do.</p>${back}`, 400);
    },
  };
}
