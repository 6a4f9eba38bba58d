// Behind the link of a question: one page, one button. Opening it changes nothing, because mail scanners open every link;
// pressing the button does.
import type { Sql } from "#server/platform/database/sql.ts";
import { formNonce } from "#server/platform/links/links.ts";
import type { TokenPage } from "#server/platform/links/token-pages.ts";
import { html } from "#server/platform/pages/document-page.ts";
import { notePage, wordsPage } from "#server/platform/pages/short-pages.ts";

const find = async (sql: Sql, id: string) => {
  const [row] = await sql<{ wording: string; purpose: string }[]>`
    select wording, purpose from public.consents where id = ${id} and email_key is not null`;
  return row;
};

export function consentPage(sql: Sql): TokenPage {
  return {
    kind: "consent",
    async show(link, token) {
      const asked = await find(sql, link.subjectId);
      if (!asked) return null;
      return wordsPage({
        title: "Please confirm",
        body: html`<p class="said">${asked.wording}</p>
          <form method="post">
            <input type="hidden" name="version" value="1" />
            <input type="hidden" name="nonce" value="${formNonce(token, "1")}" />
            <button class="btn btn-accent" type="submit">Yes, I agree</button>
          </form>
          <p class="muted">If you did not ask for this, close the page. Nothing follows.</p>`,
      });
    },
    async act(link) {
      const [given] = await sql<{ given: boolean }[]>`select private.give_consent(${link.subjectId}) as given`;
      return given?.given
        ? notePage({ title: "Thank you", text: "You have agreed. Every mail has a way to leave.", script: false })
        : notePage(
            {
              title: "This question has ended",
              text: "It was open for seven days, or it was answered otherwise since.",
              script: false,
            },
            410,
          );
    },
  };
}
