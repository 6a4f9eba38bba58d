// The first page: what needs the client, then a part of each section, each with its state in words and a date.
import { formatLongDay, isDay } from "#domain/days.ts";
import {
  type Client,
  type ClientPage,
  type ClientSection,
  counted,
  type HomePart,
  type Todo,
} from "#server/platform/clients/client-area.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import { opening } from "./frame.ts";
import { dayAndTime, hourIn, shortDay } from "./times.ts";

interface Person {
  id: string;
  name: string;
  title: string | null;
  scope: "all" | "own";
  seen_at: Date | null;
  is_me: boolean;
}

const firstName = (name: string) => name.split(/\s+/)[0] ?? name;
const greeting = (hour: number) => (hour < 12 ? "Good morning" : hour < 18 ? "Good afternoon" : "Good evening");

export async function homePage(
  tx: TransactionSql,
  client: Client,
  sections: readonly ClientSection[],
): Promise<ClientPage> {
  const [parts, people, promises] = await Promise.all([
    Promise.all(sections.map((section) => section.home(client, tx))),
    tx<
      Person[]
    >`select distinct on (id) id, name, title, scope, seen_at, is_me from private.client_people order by id, is_me desc limit 50`,
    promisesOf(tx),
  ]);
  const todo = parts.flatMap((part) => part.todo).toSorted((one, other) => one.day.localeCompare(other.day));
  const title = `${greeting(hourIn(client.timeZone))}, ${firstName(client.companies[0].person)}`;
  return {
    title,
    bare: true,
    body: html`${opening({ title, lead: leadOf(todo) }, true)}
      <div data-field="paper">
        <div class="wrap cl-top">
          ${
            todo.length > 0
              ? html`<h2 class="cl-h2">What needs you</h2>
                  <ul class="todo-l">
                    ${todo.map(todoRow)}
                  </ul>`
              : ""
          }
          <div class="cl-grid">
            ${promises.length > 0 ? expected(promises, client) : ""}
            ${sections.map((section, place) => sectionPart(section, parts[place]!))} ${whoSees(people, client)}
          </div>
        </div>
      </div>`,
  };
}

const leadOf = (todo: Todo[]) =>
  todo.length === 0
    ? "Nothing needs you."
    : todo.length === 1
      ? "One thing needs you."
      : `${counted(todo.length, "thing")} need you${isDay(todo[0]!.day) ? `, the first by ${formatLongDay(todo[0]!.day)}` : ""}.`;

const todoRow = ({ due, more, title, text, action }: Todo, place: number): Markup =>
  html`<li>
    <p class="due"><b>${due}</b>${more}</p>
    <div>
      <h3 dir="auto">${title}</h3>
      <p>${text}</p>
    </div>
    <a class="btn ${place === 0 ? "btn-accent" : "btn-line"}" href="${action.href}">${action.label}</a>
  </li>`;

const sectionPart = ({ key, name }: ClientSection, { rows, all, more, empty }: HomePart): Markup =>
  html`<section class="cl-sec" aria-labelledby="part-${key}">
    <h2 id="part-${key}">${name}${rows.length > 0 ? html`<a class="link" href="/client/${key}">${all}</a>` : ""}</h2>
    ${
      rows.length > 0
        ? html`<ul class="cl-rows">
            ${rows.map(
              (row) =>
                html`<li>
                  <b dir="auto">${row.href ? html`<a href="${row.href}">${row.title}</a>` : row.title}</b
                  >${row.aside}<span class="s">${row.text}</span>
                </li>`,
            )}
          </ul>`
        : html`<p class="cl-none">
            ${empty}${key === "messages" ? html` <a href="/client/messages">Write to us</a>` : ""}
          </p>`
    }
    ${more ?? ""}
  </section>`;

interface Promised {
  account_id: string;
  due_at: Date;
}
/** A message that waits for our answer: the day on which it comes. */
const promisesOf = (tx: TransactionSql) => tx<Promised[]>`
  select account_id, private.client_promise(min(at)) as due_at from private.client_thread as message
  where not is_ours and at > coalesce((select max(at) from private.client_thread as ours where ours.account_id = message.account_id and ours.is_ours), '-infinity')
  group by account_id`;

const expected = (promises: Promised[], client: Client): Markup =>
  html`<section class="cl-sec" aria-labelledby="part-expected">
    <h2 id="part-expected">What you can expect from us</h2>
    <ul class="cl-rows">
      ${promises.map(
        ({ due_at: due, account_id: accountId }) =>
          html`<li>
            <b>An answer to your message</b
            ><span class="amt" style="font-size:1.1875rem">${dayAndTime(due, client.timeZone)}</span
            ><span class="s"
              >${client.companies.find((company) => company.accountId === accountId)?.name ?? ""}. In the thread, and by
              mail</span
            >
          </li>`,
      )}
    </ul>
  </section>`;

const whoSees = (people: Person[], client: Client): Markup =>
  html`<section class="cl-sec" aria-labelledby="part-people">
    <h2 id="part-people">
      Who sees
      this${client.companies.some(({ scope }) => scope === "all") ? html`<a class="link" href="/client/account#people">Ask for a colleague</a>` : ""}
    </h2>
    <ul class="cl-rows">
      ${people.map(
        ({ name, title, scope, seen_at: seen, is_me: isMe }) =>
          html`<li>
            <b dir="auto">${name}${isMe ? ", you" : ""}</b
            ><span class="small muted">${isMe ? "Now" : seen ? shortDay(seen, client.timeZone) : "Never"}</span
            ><span class="s"
              >${title ? `${title}. ` : ""}${scope === "all" ? "Sees everything of the company" : "Sees what is sent to them"}</span
            >
          </li>`,
      )}
    </ul>
  </section>`;
