// /n/{token}: what one is mailed, changed by one click and without signing in. The page shows choices, no notices. Opening it changes
// nothing, because mail scanners open every link.
import type { Sql } from "#server/platform/database/sql.ts";
import { formNonce } from "#server/platform/links/links.ts";
import type { TokenPage } from "#server/platform/links/token-pages.ts";
import { html } from "#server/platform/pages/document-page.ts";
import { wordsPage } from "#server/platform/pages/short-pages.ts";
import { type MailChoice, mailChoices, noticeKinds, type NoticeKind } from "../notice.ts";
import { choicesLink } from "./mail-parts.ts";

interface Choice {
  kind: NoticeKind;
  screen: boolean;
  mail: MailChoice;
}
const version = "1";

export function choicesPage(sql: Sql): TokenPage {
  const choicesOf = (user: string) =>
    sql<Choice[]>`
      select choice.kind, choice.screen, choice.mail from private.notice_choice(${user}::uuid) as choice
      join public.staff on staff.user_id = ${user}::uuid and staff.active order by choice.place`;
  return {
    kind: choicesLink,
    async show({ subjectId }, token) {
      const choices = await choicesOf(subjectId);
      if (choices.length === 0) return null;
      return wordsPage({
        title: "What you are mailed",
        body: html`<form method="post">
          <input type="hidden" name="version" value="${version}" />
          <input type="hidden" name="nonce" value="${formNonce(token, version)}" />
          <p><button class="btn btn-accent" name="choice" value="all never">Mail me nothing</button></p>
          ${choices.map(
            ({ kind, mail }) =>
              html`<p>
                <strong>${noticeKinds[kind].name}</strong><br />
                ${mailChoices(kind).map(
                  ({ id, name }) =>
                    html`<button
                        class="btn"
                        name="choice"
                        value="${kind} ${id}"
                        aria-label="${noticeKinds[kind].name}: ${name}"
                        aria-pressed="${String(id === mail)}"
                      >
                        ${id === mail ? html`<strong>${name}</strong>` : name}
                      </button>
                      ${" "}`,
                )}
              </p>`,
          )}
        </form>`,
      });
    },
    async act({ subjectId }, form, _version, { path }) {
      const [kind, chosen] = (form["choice"] ?? "").split(" ");
      for (const { kind: one, screen } of await choicesOf(subjectId)) {
        const mail = mailChoices(one).find(({ id }) => id === chosen)?.id;
        if (mail && (kind === one || kind === "all"))
          await sql`select private.keep_notice_choice(${subjectId}::uuid, ${one}, ${screen}, ${mail})`;
      }
      return new Response(null, { status: 303, headers: { Location: path } });
    },
  };
}
