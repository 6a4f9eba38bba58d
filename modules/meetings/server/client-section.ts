// Meetings in the client's area: past and coming, book, move, cancel. What can be done is done on each meeting's own page.
import { clockText, dayOf, dayText, zoneText } from "#domain/meeting-times.ts";
import type { ClientSection, HomeRow, Todo } from "#server/platform/clients/client-area.ts";
import { companyOf, counted } from "#server/platform/clients/client-area.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import type { Links } from "#server/platform/links/links.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";

interface Row {
  id: string;
  account_id: string;
  reference: string;
  title: string;
  starts_at: Date;
  ends_at: Date;
  guest_zone: string | null;
  state: string;
}

interface Page {
  id: string;
  slug: string;
  title: string;
  minutes: number;
  visibility: string;
}

const words: Record<string, string> = {
  requested: "Requested",
  awaiting_payment: "Waiting for your payment",
  confirmed: "Confirmed",
  met: "Took place",
  no_show: "Missed",
};
const linkMinutes = 60;

const list = (tx: TransactionSql) => tx<Row[]>`
  select id, account_id, reference, title, starts_at, ends_at, guest_zone, state from private.client_meetings order by starts_at desc limit 200`;
const pages = (tx: TransactionSql) =>
  tx<Page[]>`select id, slug, title, minutes, visibility from private.client_booking_pages order by title`;

export function clientSection({ links, now }: { links: Links; now: () => Date }): ClientSection {
  const zoneOf = (row: Row, office: string) => row.guest_zone ?? office;
  const when = (row: Row, office: string) => {
    const zone = zoneOf(row, office);
    return `${dayText(row.starts_at, zone, "en-US")}, ${clockText(row.starts_at, zone, "en-US")}, ${zoneText(row.starts_at, zone)}`;
  };
  const isComing = (row: Row) =>
    row.ends_at > now() && ["requested", "awaiting_payment", "confirmed"].includes(row.state);
  const soon = () => new Date(now().getTime() + linkMinutes * 60_000);
  const homeRow = (row: Row, office: string, company: string): HomeRow => ({
    title: row.title,
    href: `/client/meetings/${row.id}`,
    aside: dayText(row.starts_at, zoneOf(row, office), "en-US"),
    text: `${company}${words[row.state] ?? "Cancelled"}. ${when(row, office)}`,
  });
  const rowsMarkup = (rows: HomeRow[]): Markup =>
    html`<ul class="cl-rows">
      ${rows.map(
        (row) =>
          html`<li>
            <b dir="auto"><a href="${row.href ?? ""}">${row.title}</a></b
            ><span class="muted">${row.aside}</span><span class="s">${row.text}</span>
          </li>`,
      )}
    </ul>`;

  return {
    key: "meetings",
    area: "meetings",
    name: "Meetings",
    place: 4,
    async home(client, tx) {
      const rows = await list(tx);
      const coming = rows.filter(isComing).toReversed();
      const todo: Todo[] = coming
        .filter((row) => row.starts_at.getTime() < now().getTime() + 36 * 3_600_000)
        .map((row) => ({
          day: dayOf(row.starts_at, client.timeZone),
          due: dayText(row.starts_at, zoneOf(row, client.timeZone), "en-US"),
          more: clockText(row.starts_at, zoneOf(row, client.timeZone), "en-US"),
          title: row.title,
          text: `${companyOf(client, row.account_id)}${words[row.state] ?? ""}. ${when(row, client.timeZone)}`,
          action: { label: "Open the meeting", href: `/client/meetings/${row.id}` },
        }));
      return {
        todo,
        rows: coming.slice(0, 3).map((row) => homeRow(row, client.timeZone, companyOf(client, row.account_id))),
        all: rows.length > 3 ? "All meetings" : "",
        empty: "Times that we agreed on will be here.",
      };
    },
    pages: [
      {
        method: "GET",
        path: "",
        async handle({ ask, client }) {
          const [rows, bookable] = await ask(async (tx) => [await list(tx), await pages(tx)] as const);
          const [coming, past] = [rows.filter(isComing).toReversed(), rows.filter((row) => !isComing(row))];
          const part = (title: string, shown: Row[]) =>
            shown.length > 0
              ? html`<section class="cl-sec">
                  <h2>${title}</h2>
                  ${rowsMarkup(shown.map((row) => homeRow(row, client.timeZone, companyOf(client, row.account_id))))}
                </section>`
              : "";
          return {
            title: "Meetings",
            lead:
              rows.length === 0
                ? "Times that we agreed on will be here."
                : `${counted(coming.length, "coming meeting")}, ${past.length} past or cancelled.`,
            body: html`<div data-field="paper">
              <div class="wrap cl-body">
                ${part("Coming", coming)}
                ${
                  bookable.length > 0 && !client.viewer
                    ? html`<section class="cl-sec">
                        <h2>Find a time</h2>
                        <p class="cl-act">
                          ${bookable.map((page) => html`<a class="btn btn-line" href="/client/meetings/book/${page.slug}">${page.title}, ${page.minutes} minutes</a>`)}
                        </p>
                      </section>`
                    : ""
                }
                ${part("Past and cancelled", past)}
              </div>
            </div>`,
          };
        },
      },
      {
        method: "GET",
        path: "/book/:slug",
        async handle({ ask, client, params }) {
          const [page] = (await ask(pages)).filter(({ slug }) => slug === params["slug"]);
          if (!page || client.viewer) return null;
          // A page for clients alone opens with a link that is good for an hour.
          const to =
            page.visibility === "clients"
              ? `/book/${page.slug}?for=${(await links.issue({ kind: "booking_client", subjectId: client.companies[0].contactId, expiresAt: soon() })).token}`
              : `/book/${page.slug}`;
          return new Response(null, { status: 303, headers: { Location: to } });
        },
      },
      {
        method: "GET",
        path: "/:id",
        async handle({ ask, client, params }) {
          const id = params["id"] ?? "";
          if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
          const [row] = await ask(
            (tx) =>
              tx<
                Row[]
              >`select id, account_id, title, starts_at, ends_at, guest_zone, reference, state from private.client_meetings where id = ${id}`,
          );
          if (!row) return null;
          // A colleague who looks through a client's eyes gets no way to act.
          if (client.viewer)
            return {
              title: row.title,
              body: html`<p>${when(row, client.timeZone)}. ${words[row.state] ?? "Cancelled"}.</p>`,
            };
          const { token } = await links.issue({ kind: "booking", subjectId: row.id, expiresAt: soon() });
          return new Response(null, { status: 303, headers: { Location: `/m/${token}` } });
        },
      },
    ],
  };
}
