// Invoices and credit notes in the client's area: what is open and what is settled, with the files as they were issued and the way to pay.
import { formatLongDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import {
  type Client,
  type ClientSection,
  type ClientVisit,
  companyOf,
  counted,
  type HomeRow,
} from "#server/platform/clients/client-area.ts";
import type { TransactionSql } from "#server/platform/database/sql.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { wordsOf } from "./invoice-words.ts";
import type { InvoiceState, InvoiceType } from "../invoice.ts";

interface Row {
  id: string;
  account_id: string;
  number: string;
  type: InvoiceType;
  title: string;
  currency: string;
  total_minor: number;
  open_minor: number;
  state: InvoiceState;
  issued_on: string;
  due_on: string;
  corrects: string | null;
  request_id: string | null;
  files: { kind: "pdf" | "xml"; file_id: string }[];
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const empty = "Here are our invoices and credit notes, as they were issued.";
const isOpen = ({ type, open_minor: open }: Row) => type !== "credit" && open > 0;

const list = (tx: TransactionSql) => tx<Row[]>`
  select id, account_id, number, type, title, currency, total_minor::float8 as total_minor, open_minor::float8 as open_minor, state, issued_on::text, due_on::text,
    corrects, request_id, files
  from private.client_invoices order by issued_on desc, number desc limit 300`;

function said(row: Row): string {
  const issued = formatLongDay(row.issued_on);
  if (row.type === "credit") return `Issued on ${issued}${row.corrects ? `, corrects ${row.corrects}` : ""}`;
  if (row.state === "cancelled") return `Issued on ${issued}, cancelled`;
  if (!isOpen(row)) return `Issued on ${issued}, paid`;
  const part = row.open_minor < row.total_minor ? `, ${exactMoney(row.open_minor, row.currency)} open` : "";
  return `Issued on ${issued}, ${row.state === "overdue" ? "was due" : "due"} on ${formatLongDay(row.due_on)}${part}`;
}

const links = (row: Row): Markup =>
  html`${row.files.map(
    ({ kind }) => html` <a href="/client/invoices/${row.id}/invoice.${kind}">${kind.toUpperCase()}</a>`,
  )}${isOpen(row) && row.request_id ? html` <a href="/client/payments/${row.request_id}">How to pay</a>` : ""}`;

const homeRow = (row: Row, client: Client): HomeRow => ({
  title: `${row.number} ${row.title}`,
  aside: html`<span class="amt">${exactMoney(row.total_minor, row.currency)}</span>`,
  text: html`${companyOf(client, row.account_id)}${row.type === "invoice" ? "" : `${wordsOf.en.types[row.type]}. `}${said(row)}.${links(row)}`,
});

export function clientSection(storage: Storage): ClientSection {
  const file = (kind: "pdf" | "xml") => ({
    method: "GET" as const,
    path: `/:id/invoice.${kind}`,
    async handle(visit: ClientVisit): Promise<Response | null> {
      const id = visit.params["id"] ?? "";
      if (!uuid.test(id)) return null;
      const [row] = await visit.ask(
        (tx) =>
          tx<Pick<Row, "number" | "account_id" | "files">[]>`
            select number, account_id, files from private.client_invoices where id = ${id}`,
      );
      const kept = row?.files.find((each) => each.kind === kind);
      if (!row || !kept) return null;
      if (!visit.client.viewer)
        await visit.ask((tx) => tx`select private.client_opened(${row.account_id}, ${`Invoice ${row.number}`})`);
      const pieces: Uint8Array[] = [];
      for await (const piece of await storage.read(kept.file_id)) pieces.push(piece as Uint8Array);
      return new Response(Buffer.concat(pieces), {
        headers: {
          "Content-Type": kind === "pdf" ? "application/pdf" : "application/xml",
          "Content-Disposition": contentDisposition("attachment", `${row.number}.${kind}`),
        },
      });
    },
  });
  return {
    key: "invoices",
    area: "invoices",
    name: "Invoices",
    place: 3,
    async home(client, tx) {
      const rows = await list(tx);
      return {
        // What is to be paid is said by its request.
        todo: [],
        all: rows.length > 1 ? `All ${rows.length}` : "Open",
        empty,
        rows: rows.slice(0, 3).map((row) => homeRow(row, client)),
      };
    },
    pages: [
      {
        method: "GET",
        path: "",
        async handle(visit) {
          const rows = await visit.ask(list);
          return {
            title: "Invoices",
            lead:
              rows.length === 0
                ? empty
                : `${counted(rows.filter(isOpen).length, "invoice")} open, ${rows.filter((row) => !isOpen(row)).length} settled.`,
            body: html`<div data-field="paper">
              <div class="wrap cl-body">
                <div class="cl-sec">
                  <ul class="cl-rows">
                    ${rows.map((row) => {
                      const { title, aside, text } = homeRow(row, visit.client);
                      return html`<li><b dir="auto">${title}</b>${aside}<span class="s">${text}</span></li>`;
                    })}
                  </ul>
                </div>
              </div>
            </div>`,
          };
        },
      },
      file("pdf"),
      file("xml"),
    ],
  };
}
