// The thread of a company: what was said, who has seen it, and when we answer. Plain text and files.
import { site } from "#content/site.ts";
import {
  type ClientPage,
  type ClientSection,
  type ClientVisit,
  companyOf,
} from "#server/platform/clients/client-area.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import { formNonce } from "#server/platform/links/links.ts";
import { html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { initials } from "./frame.ts";
import { dayAndTime, dayOf, shortDay, timeOf } from "./times.ts";
import type { TakeFile } from "./uploads.ts";

interface Said {
  id: string;
  account_id: string;
  body: string;
  at: Date;
  read_at: Date | null;
  is_ours: boolean;
  is_me: boolean;
  /** Null: a colleague without a name, or an erased person. */
  writer: string | null;
  files: { title: string; version: string }[];
}

const shownMessages = 200;
const writerOf = ({ writer, is_ours: isOurs }: Pick<Said, "writer" | "is_ours">) =>
  writer ?? (isOurs ? site.name : "Erased person");

export const hidden = (visit: Pick<ClientVisit, "formToken">, version: string): Markup =>
  html`<input type="hidden" name="version" value="${version}" /><input
      type="hidden"
      name="nonce"
      value="${formNonce(visit.formToken, version)}"
    />`;

const thread = (tx: TransactionSql, account: string, most: number) => tx<Said[]>`
  select id, account_id, body, at, read_at, is_ours, is_me, writer, files from private.client_thread
  where account_id = ${account} order by at desc, id desc limit ${most}`;

/** The company that a page is about: the one that was chosen, or the first. */
export const chosenCompany = ({ client, query, form }: Pick<ClientVisit, "client" | "query" | "form">) =>
  client.companies.find(({ accountId }) => accountId === (form.company ?? query.get("company"))) ?? client.companies[0];

const say = (message: Said, zone: string): Markup =>
  html`<article class="say ${message.is_ours ? "" : "you"}">
    <span class="who-i" aria-hidden="true">${initials(writerOf(message))}</span>
    <div>
      <header>
        <b dir="auto">${message.is_me ? "You" : writerOf(message)}</b
        ><time datetime="${message.at.toISOString()}"><span>${timeOf(message.at, zone)}</span></time>
      </header>
      <div class="tx" dir="auto">
        <span class="words">${message.body}</span>${message.files.map(
          ({ title, version }) =>
            html`<a class="link small file" href="/client/documents/${version}/file">${icon("clip")}${title}</a>`,
        )}
      </div>
      ${message.is_ours ? "" : html`<p class="seen">${message.read_at ? "Seen" : "Sent"}</p>`}
    </div>
  </article>`;

const byDay = (messages: Said[], zone: string): Markup[] =>
  messages.map((message, place) => {
    const day = dayOf(message.at, zone);
    const before = messages[place - 1];
    return html`${before && dayOf(before.at, zone) === day ? "" : html`<p class="day">${day}</p>`}${say(message, zone)}`;
  });

async function page(visit: ClientVisit, said: { error?: string; words?: string } = {}): Promise<ClientPage> {
  const company = chosenCompany(visit);
  const { client } = visit;
  const about = visit.query.get("about") ?? "";
  const draft = said.words ?? (/^[\w -]{1,60}$/.test(about) ? `About ${about}: ` : "");
  const [messages, due, people] = await visit.ask(async (tx) => {
    const found = await Promise.all([
      thread(tx, company.accountId, shownMessages),
      tx<{ due: Date }[]>`select private.client_promise(now()) as due`,
      tx<
        { name: string }[]
      >`select name from private.client_people where account_id = ${company.accountId} and not is_me order by name limit 20`,
    ]);
    if (!client.viewer) await tx`select private.client_read_messages()`;
    return found;
  });
  const answerBy = due[0] ? dayAndTime(due[0].due, client.timeZone) : "";
  const ours = [...new Set(messages.filter(({ is_ours: isOurs }) => isOurs).map(writerOf))];
  return {
    title: "Messages",
    lead: `One thread for ${company.name}. ${messages.length === 0 ? "Nothing has been written yet." : ""}`,
    ...(said.error && { status: 422 }),
    body: html`<div data-field="paper">
      <div class="wrap cl-doc">
        <div class="talk-l">
          ${client.companies.length > 1 ? companies(visit, company.accountId) : ""}
          ${byDay([...messages].toReversed(), client.timeZone)}
          ${said.error ? html`<p class="note bad" role="alert">${icon("warning")}<span>${said.error}</span></p>` : ""}
          <form class="write" method="post" action="/client/messages" enctype="multipart/form-data">
            ${hidden(visit, "message")}<input type="hidden" name="company" value="${company.accountId}" />
            <label class="vh" for="words">Write to us</label
            ><textarea
              id="words"
              name="words"
              maxlength="10000"
              required
              placeholder="${ours.length > 0 ? `Write to ${ours.slice(0, 2).join(" and ")}` : "Write to us"}"
            >
${draft}</textarea>
            <div class="tools">
              <label class="link small">${icon("clip")}Add a file <input type="file" name="file" /></label
              ><span>We answer by ${answerBy}</span><button class="btn btn-accent" type="submit">Send</button>
            </div>
          </form>
        </div>
        <aside class="last">
          <dl class="spec" style="border-top:1px solid var(--ink);padding-top:1rem">
            ${
              ours.length > 0
                ? html`<dt>With</dt>
                    <dd>${ours.join(", ")}</dd>`
                : ""
            }
            ${
              people.length > 0
                ? html`<dt>Reads along</dt>
                    <dd>${people.map(({ name }) => name).join(", ")}</dd>`
                : ""
            }
            <dt>We answer</dt>
            <dd>Within two business days</dd>
            <dt>By mail</dt>
            <dd>An answer to our mail lands here too</dd>
          </dl>
        </aside>
      </div>
    </div>`,
  };
}

const companies = ({ client }: ClientVisit, chosen: string): Markup =>
  html`<nav class="alt" aria-label="Company">
    ${client.companies.map(
      ({ accountId, name }) =>
        html`<a
          class="link"
          href="/client/messages?company=${accountId}"
          ${accountId === chosen ? html` aria-current="true"` : ""}
          >${name}</a
        >`,
    )}
  </nav>`;

export const messagesSection = (take: TakeFile): ClientSection => ({
  key: "messages",
  area: "client-area",
  name: "Messages",
  place: 5,
  async home(client, sql) {
    const last = await sql<Said[]>`
      select distinct on (account_id) id, account_id, left(body, 300) as body, at, is_ours, is_me, read_at, writer, files from private.client_thread
      order by account_id, at desc limit 3`;
    return {
      todo: [],
      all: "Open the thread",
      empty: "Here is what we write to each other.",
      rows: last.map((message) => ({
        title: message.is_me ? "You" : writerOf(message),
        aside: html`<span class="small muted">${shortDay(message.at, client.timeZone)}</span>`,
        text: `${companyOf(client, message.account_id)}“${message.body}”`,
      })),
    };
  },
  pages: [
    { method: "GET", path: "", handle: (visit) => page(visit) },
    {
      method: "POST",
      path: "",
      async handle(visit) {
        const words = (visit.form.words ?? "").toWellFormed().replaceAll("\0", "").trim().slice(0, 10_000);
        if (words === "") return page(visit, { error: "Write something first." });
        const { accountId } = chosenCompany(visit);
        const refused = visit.files.map((file) => take.refusal(file)).find(Boolean);
        if (refused) return page(visit, { error: refused, words });
        const [written] = await visit.ask(
          (tx) => tx<{ id: string | null }[]>`select private.post_client_message(${accountId}, ${words}) as id`,
        );
        if (!written?.id) return null;
        for (const file of visit.files) await take.file(visit, accountId, file, { message: written.id });
        const more = visit.client.companies.length > 1 ? `?company=${accountId}` : "";
        return new Response(null, { status: 303, headers: { Location: `/client/messages${more}` } });
      },
    },
  ],
});
