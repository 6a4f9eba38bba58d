// Behind the link of a question: one page, one button. Opening it changes nothing, because mail scanners open every link;
// pressing the button does.
import type { Sql } from "#server/platform/database/sql.ts";
import { formNonce } from "#server/platform/links/links.ts";
import type { TokenPage } from "#server/platform/links/token-pages.ts";
import { escapeHtml } from "#server/platform/safe-text.ts";
import { framed, page } from "#server/platform/links/page-frame.ts";

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
      return framed(
        "Please confirm",
        `<p class="words">${escapeHtml(asked.wording)}</p>
<form method="post"><input type="hidden" name="version" value="1"><input type="hidden" name="nonce" value="${formNonce(token, "1")}">
<button type="submit">Yes, I agree</button></form>
<p>If you did not ask for this, close the page. Nothing follows.</p>`,
      );
    },
    async act(link) {
      const [given] = await sql<{ given: boolean }[]>`select private.give_consent(${link.subjectId}) as given`;
      return given?.given
        ? page("Thank you", "<p>You have agreed. Every mail has a way to leave.</p>")
        : page(
            "This question has ended",
            "<p>It was open for seven days, or it was answered otherwise since.</p>",
            410,
          );
    },
  };
}
