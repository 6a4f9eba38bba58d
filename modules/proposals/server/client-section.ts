// Proposals in the client's area: read, ask, accept and decline without a link; the same statement decides.
import { exactMoney } from "#domain/money.ts";
import { formatLongDay } from "#domain/days.ts";
import {
  type ClientPage,
  type ClientSection,
  type ClientVisit,
  companyOf,
  counted,
  type HomeRow,
} from "#server/platform/clients/client-area.ts";
import type { Sql, TransactionSql } from "#server/platform/database/sql.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { askKind, readAsked } from "./asking.ts";
import { type Choices, choicesIn, choicesJson, choicesOf, type Found, isShown } from "./find-page.ts";
import { letterStyle } from "./page-style.ts";
import { absence, letterWithAnswer, pageTitle, readAnswer, thanksFor, unheard } from "./proposal-page.ts";
import { makeProposalPdf } from "./proposal-pdf.ts";

interface Row {
  id: string;
  account_id: string;
  number: string;
  title: string;
  currency: string;
  valid_until: string | null;
  version: number;
  state: "sent" | "viewed" | "accepted" | "declined" | "expired";
  total_minor: number;
  decided_on: string | null;
  typed_name: string | null;
  days_left: number | null;
  may_answer: boolean;
  addressee: string | null;
}
type Offer = Found & { may_answer: boolean; addressee: string | null; account_id: string };

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isOpen = ({ state }: Row) => state === "sent" || state === "viewed";
const goTo = (to: string) => new Response(null, { status: 303, headers: { Location: to } });

const status = (row: Row): Markup =>
  row.state === "accepted"
    ? html`<span class="status live">Accepted</span>`
    : row.state === "declined"
      ? html`<span class="status shut">Declined</span>`
      : row.state === "expired"
        ? html`<span class="status shut">Ended</span>`
        : html`<span class="status"
            >${row.may_answer ? "Waits for you" : `Waits for ${row.addressee ?? "an answer"}`}</span
          >`;

const homeRow = (row: Row, prefix: string): HomeRow => ({
  title: row.title || row.number,
  href: `/client/proposals/${row.id}`,
  aside: status(row),
  text: html`${prefix}${row.number}, version ${row.version}.
  ${exactMoney(row.total_minor, row.currency)}${
    row.decided_on
      ? `, ${row.state}${row.typed_name ? ` by ${row.typed_name}` : ""} on ${formatLongDay(row.decided_on)}`
      : ""
  }${row.state === "accepted" ? html`. <a href="/client/proposals/${row.id}/proposal.pdf">Signed PDF</a>` : ""}`,
});

export function clientSection({ sql, pdf, now }: { sql: Sql; pdf: MakePdf; now: () => Date }): ClientSection {
  const list = (tx: TransactionSql) => tx<Row[]>`
    select id, account_id, number, title, currency, valid_until::text, version, state, total_minor::float8 as total_minor, decided_on::text,
      typed_name, days_left, may_answer, addressee
    from private.client_proposals order by state in ('sent', 'viewed') desc, sent_on desc, number desc limit 200`;
  const find = async (visit: ClientVisit, choices: Choices | null = null): Promise<Offer | null> => {
    const id = visit.params.id ?? "";
    if (!uuid.test(id)) return null;
    const [row] = await visit.ask(
      (tx) => tx<{ page: Offer | null }[]>`
        select private.client_proposal(${id}, ${choicesJson(choices)}::jsonb, ${now()}) as page`,
    );
    return row?.page ?? null;
  };
  const saw = async (visit: ClientVisit, offer: Offer, how: "viewed" | "downloaded") => {
    if (visit.client.viewer) return;
    await visit.ask(async (tx) => {
      await tx`select private.client_saw_proposal(${offer.id}, ${how}, ${now()})`;
      await tx`select private.client_opened(${offer.account_id}, ${`Proposal ${offer.number}`})`;
    });
  };

  async function page(
    visit: ClientVisit,
    more: { status?: number; choices?: Choices | null } & Partial<Parameters<typeof letterWithAnswer>[1]> = {},
  ): Promise<ClientPage | null> {
    const { choices = choicesIn(visit.query), ...rendering } = more;
    const offer = await find(visit, choices);
    if (!offer || !isShown(offer)) return null;
    if (visit.request.method === "GET") await saw(visit, offer, "viewed");
    const code = more.status ?? (offer.problems.length > 0 ? 422 : undefined);
    return {
      title: pageTitle(offer),
      bare: true,
      style: letterStyle,
      ...(code && { status: code }),
      body: letterWithAnswer(offer, {
        token: visit.formToken,
        path: visit.path,
        preview: visit.client.viewer !== null,
        typed: choices?.typed,
        area: {
          mayAnswer: offer.may_answer,
          addressee: offer.addressee,
          ask: `/client/messages?about=${encodeURIComponent(offer.number)}&company=${offer.account_id}`,
        },
        ...rendering,
      }),
    };
  }

  async function act(visit: ClientVisit): Promise<ClientPage | Response | null> {
    const { form, version } = visit;
    const offer = await find(visit);
    if (!offer) return null;
    if (form.action === "pay") {
      const request = isShown(offer) ? offer.decision?.payment_request_id : null;
      return request ? goTo(`/client/payments/${request}`) : page(visit, { status: 409 });
    }
    if (form.action === "ask") {
      const [row] = await visit.ask(
        (tx) => tx<{ asked: boolean }[]>`select private.client_requests_extension(${offer.id}, ${now()}) as asked`,
      );
      return row?.asked
        ? page(visit, { message: "We have been told, and will answer with a new date." })
        : page(visit, { status: 409 });
    }
    const kind = askKind(form.action);
    if (kind) {
      const asked = readAsked(form, version, kind);
      if ("text" in asked) return page(visit, { status: 422, form, askError: asked });
      const [answer] = await visit.ask(
        (tx) => tx<{ outcome: string }[]>`
          select private.client_asks_about_proposal(${offer.id}, ${JSON.stringify(asked.asked)}::jsonb, ${now()}) as outcome`,
      );
      const heard = answer?.outcome ?? "gone";
      if (heard === "asked" || heard === "already asked")
        return kind === "change"
          ? {
              title: absence({ id: offer.id, number: offer.number, state: "revising", change_asked: true }).title,
              lead: thanksFor.change,
              body: html``,
            }
          : page(visit, { thanks: thanksFor.question });
      const text = unheard[heard] ?? "Your words were not sent.";
      return page(visit, { status: 409, form, message: text, askError: { field: "comment-", text } });
    }
    if (form.action !== "accept" && form.action !== "decline") return page(visit, { status: 400 });
    const read = readAnswer(form, version, visit);
    if ("wrong" in read) return page(visit, { status: 422, ...read.wrong });
    const { told } = read;
    const [row] = await visit.ask(
      (tx) => tx<{ outcome: string }[]>`
        select private.client_answers_proposal(${offer.id}, ${JSON.stringify(told)}::jsonb, ${now()}) as outcome`,
    );
    const outcome = row?.outcome ?? "gone";
    if (outcome === told.kind || outcome === `already ${told.kind}`) return goTo(`${visit.path}#answer`);
    if (outcome === "impossible") return page(visit, { status: 422, form, choices: choicesOf(form) });
    return page(visit, { status: 409, message: unheard[outcome] ?? "Your answer was not counted." });
  }

  return {
    key: "proposals",
    area: "proposals",
    name: "Proposals",
    place: 1,
    async home(client, tx) {
      const rows = await list(tx);
      return {
        todo: rows
          .filter((row) => isOpen(row) && row.may_answer)
          .map((row) => ({
            day: row.valid_until ?? "9999",
            due: row.valid_until ? `Until ${formatLongDay(row.valid_until)}` : "No end",
            more:
              row.days_left === null ? "" : row.days_left <= 0 ? "today is the last day" : `${row.days_left} days left`,
            title: `Answer the proposal: ${row.title || row.number}`,
            text: `${companyOf(client, row.account_id)}${exactMoney(row.total_minor, row.currency)}. Only you can sign it.`,
            action: { label: "Read and answer", href: `/client/proposals/${row.id}` },
          })),
        all: rows.length > 1 ? `All ${rows.length}` : "Open",
        empty: "Here is what we offer you, to read, ask about and answer.",
        rows: rows.slice(0, 3).map((row) => homeRow(row, companyOf(client, row.account_id))),
      };
    },
    pages: [
      {
        method: "GET",
        path: "",
        async handle(visit) {
          const rows = await visit.ask(list);
          return {
            title: "Proposals",
            lead:
              rows.length === 0
                ? "Here is what we offer you, to read, ask about and answer."
                : `${counted(rows.length, "proposal")}.`,
            body: html`<div data-field="paper">
              <div class="wrap cl-body">
                <ul class="cl-rows">
                  ${rows
                    .map((row) => homeRow(row, companyOf(visit.client, row.account_id)))
                    .map(
                      ({ title, href, aside, text }) =>
                        html`<li>
                          <b dir="auto"><a href="${href}">${title}</a></b
                          >${aside}<span class="s">${text}</span>
                        </li>`,
                    )}
                </ul>
              </div>
            </div>`,
          };
        },
      },
      { method: "GET", path: "/:id", handle: (visit) => page(visit) },
      { method: "POST", path: "/:id", handle: act },
      {
        method: "GET",
        path: "/:id/proposal.pdf",
        async handle(visit) {
          const offer = await find(visit, choicesIn(visit.query));
          if (!offer || !isShown(offer)) return null;
          const bytes = await makeProposalPdf({ sql, pdf }, offer);
          await saw(visit, offer, "downloaded");
          return new Response(bytes as Uint8Array<ArrayBuffer>, {
            headers: {
              "Content-Type": "application/pdf",
              "Content-Disposition": contentDisposition("attachment", `${offer.number}.pdf`),
            },
          });
        },
      },
    ],
  };
}
