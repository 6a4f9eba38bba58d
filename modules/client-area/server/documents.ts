// Documents that we show the company, in their folders and with their versions; what it sent us; and what we ask it for.
import { sizeWords } from "#domain/file-size.ts";
import { formatLongDay } from "#domain/days.ts";
import {
  type ClientPage,
  type ClientSection,
  type ClientVisit,
  companyOf,
  counted,
} from "#server/platform/clients/client-area.ts";
import { sendFile } from "#server/platform/documents/send-file.ts";
import { html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { FileMissing } from "#server/platform/storage/file-place.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import { chosenCompany, hidden } from "./messages.ts";
import { shortDay } from "./times.ts";
import type { TakeFile } from "./uploads.ts";

interface Shown {
  id: string;
  account_id: string;
  title: string;
  source: "us" | "client";
  folder: string;
  changed_at: Date;
  version_id: string;
  no: number;
  file_name: string;
  size: number;
  sent_by: string | null;
  is_mine: boolean;
}
interface Earlier {
  id: string;
  document_id: string;
  no: number;
}
interface Wanted {
  id: string;
  account_id: string;
  title: string;
  note: string;
  due_on: string;
  asked_by: string | null;
}

const most = 300;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const kindOf = (name: string) => (/\.([A-Za-z0-9]{1,4})$/.exec(name)?.[1] ?? "file").toUpperCase();

function row(shown: Shown, earlier: Earlier[], visit: ClientVisit): Markup {
  const { client } = visit;
  const path = `/client/documents/${shown.version_id}/file`;
  const day = shortDay(shown.changed_at, client.timeZone);
  const said =
    shown.source === "client"
      ? `Sent by ${shown.is_mine ? "you" : (shown.sent_by ?? "your company")} on ${day}. ${sizeWords(shown.size)}`
      : `Version ${shown.no}, ${day}. ${sizeWords(shown.size)}`;
  return html`<li class="cl-f">
    <span class="ftype" aria-hidden="true">${kindOf(shown.file_name)}</span
    ><b dir="auto"><a href="${path}">${shown.title}</a></b
    ><a class="link small" href="${path}?download" aria-label="Download ${shown.title}"
      >${icon("download")}<span>Download</span></a
    ><span class="s"
      >${companyOf(client, shown.account_id)}${said}${
        earlier.length > 0
          ? html`. Earlier:
            ${earlier.map(({ id, no }, place) => html`${place > 0 ? ", " : ""}<a href="/client/documents/${id}/file">${no}</a>`)}`
          : ""
      }</span
    >
  </li>`;
}

const folderPart = (name: string, documents: Shown[], earlier: Map<string, Earlier[]>, visit: ClientVisit): Markup =>
  html`<section class="cl-sec">
    <h2 dir="auto">${name}<span class="small">${counted(documents.length, "document").toLowerCase()}</span></h2>
    <ul class="cl-rows">
      ${documents.map((shown) => row(shown, earlier.get(shown.id) ?? [], visit))}
    </ul>
  </section>`;

const upload = (visit: ClientVisit, wanted: Wanted | null, accountId: string, accent: boolean): Markup =>
  html`<form method="post" action="/client/documents" enctype="multipart/form-data">
    ${hidden(visit, "upload")}<input type="hidden" name="company" value="${accountId}" />
    ${wanted ? html`<input type="hidden" name="request" value="${wanted.id}" />` : ""}
    <label class="up" data-field="paper"
      >${icon("upload")}<b>${wanted ? "Drop a file here" : "Send us a file"}</b
      ><span class="small muted">PDF, Word, Excel or a picture, 25 MB at most.</span
      ><input type="file" name="file" required
    /></label>
    <button class="btn ${accent ? "btn-accent" : "btn-line"}" type="submit">Send the file</button>
  </form>`;

const wantedSheet = (visit: ClientVisit, wanted: Wanted, place: number): Markup =>
  html`<div class="ask-s" data-field="nil">
    <p class="small">${companyOf(visit.client, wanted.account_id)}Please send, by ${formatLongDay(wanted.due_on)}</p>
    <h2 dir="auto">${wanted.title}</h2>
    <p class="small">${wanted.asked_by ? `Asked by ${wanted.asked_by}. ` : ""}${wanted.note}</p>
    ${upload(visit, wanted, wanted.account_id, place === 0)}<a class="link small" href="/client/messages"
      >I do not have it</a
    >
  </div>`;

const sentence = (documents: number, folders: number, wanted: number) =>
  documents === 0
    ? "Here is what we share with you, and what you send us."
    : `${counted(documents, "document")} in ${counted(folders, "folder").toLowerCase()}. ${
        wanted === 0
          ? ""
          : wanted === 1
            ? "One is waiting for you to send it."
            : `${counted(wanted, "more")} are waiting for you.`
      }`;

async function page(visit: ClientVisit, error = ""): Promise<ClientPage> {
  const [documents, versions, wanted] = await visit.ask((tx) =>
    Promise.all([
      tx<Shown[]>`
        select id, account_id, title, source, folder, changed_at, version_id, no, file_name, size, sent_by, is_mine from private.client_documents
        order by changed_at desc limit ${most}`,
      tx<Earlier[]>`
        select version.id, version.document_id, version.no from private.client_documents as shown
        join private.client_versions as version on version.document_id = shown.id and version.no < shown.no
        order by version.no desc limit ${most}`,
      tx<
        Wanted[]
      >`select id, account_id, title, note, due_on::text, asked_by from private.client_wanted order by due_on, id`,
    ]),
  );
  const folders = Map.groupBy(
    documents.filter(({ source }) => source === "us"),
    ({ folder }) => folder,
  );
  const sent = documents.filter(({ source }) => source === "client");
  const earlier = Map.groupBy(versions, (version) => version.document_id);
  return {
    title: "Documents",
    lead: sentence(documents.length, folders.size + (sent.length > 0 ? 1 : 0), wanted.length),
    ...(error && { status: 422 }),
    body: html`<div data-field="paper">
      <div class="wrap cl-doc">
        <div>
          ${error ? html`<p class="note bad" role="alert" style="margin-bottom:2rem">${icon("warning")}<span>${error}</span></p>` : ""}
          ${[...folders].map(([name, inside]) => folderPart(name, inside, earlier, visit))}
          ${sent.length > 0 ? folderPart("From you", sent, earlier, visit) : ""}
          ${documents.length === 0 ? html`<p class="cl-none">Nothing has been shared yet.</p>` : ""}
        </div>
        <aside>
          ${wanted.map((one, place) => wantedSheet(visit, one, place))}
          ${wanted.length === 0 ? html`<div class="ask-s" data-field="nil">${upload(visit, null, chosenCompany(visit).accountId, true)}</div>` : ""}
        </aside>
      </div>
    </div>`,
  };
}

export const documentsSection = (take: TakeFile, storage: Pick<Storage, "read">): ClientSection => ({
  key: "documents",
  area: "documents",
  name: "Documents",
  module: "documents",
  place: 3,
  async home(client, sql) {
    const [latest, [all], wanted] = await Promise.all([
      sql<Shown[]>`
        select id, account_id, title, source, folder, changed_at, version_id, no, file_name, size, sent_by, is_mine from private.client_documents
        order by changed_at desc limit 3`,
      sql<{ count: number }[]>`select count(*)::int as count from private.client_documents`,
      sql<
        Wanted[]
      >`select id, account_id, title, note, due_on::text, asked_by from private.client_wanted order by due_on, id limit 20`,
    ]);
    return {
      todo: wanted.map((one) => ({
        day: one.due_on,
        due: formatLongDay(one.due_on),
        more: one.asked_by ? `Asked by ${one.asked_by}` : "",
        title: `Send: ${one.title}`,
        text: `${companyOf(client, one.account_id)}${one.note}`,
        action: { label: "Send a file", href: "/client/documents" },
      })),
      all: all && all.count > 1 ? `All ${all.count}` : "Open",
      empty: "Here is what we share with you: reports, drafts and signed papers.",
      rows: latest.map((shown) => ({
        title: shown.title,
        href: `/client/documents/${shown.version_id}/file`,
        aside: html`<span class="small muted">${shortDay(shown.changed_at, client.timeZone)}</span>`,
        text: `${companyOf(client, shown.account_id)}${shown.source === "client" ? "Sent by you" : `Version ${shown.no}`}, ${sizeWords(shown.size)}`,
      })),
    };
  },
  pages: [
    { method: "GET", path: "", handle: (visit) => page(visit) },
    {
      method: "POST",
      path: "",
      async handle(visit) {
        const [file] = visit.files;
        if (!file) return page(visit, "Choose a file first.");
        const refused = take.refusal(file);
        if (refused) return page(visit, refused);
        const request = uuid.test(visit.form.request ?? "") ? { request: visit.form.request! } : {};
        await take.file(visit, chosenCompany(visit).accountId, file, request);
        return new Response(null, { status: 303, headers: { Location: "/client/documents" } });
      },
    },
    {
      method: "GET",
      path: "/:version/file",
      async handle(visit) {
        const id = visit.params.version ?? "";
        if (!uuid.test(id)) return null;
        const [version] = await visit.ask(async (tx) => {
          const found = await tx<
            {
              fileId: string;
              fileName: string;
              size: number;
              sha256: string;
              mime: string;
              account_id: string;
              title: string;
            }[]
          >`
            select file_id as "fileId", file_name as "fileName", size, sha256, mime, account_id, title from private.client_versions where id = ${id}`;
          if (found[0] && !visit.client.viewer)
            await tx`select private.client_opened(${found[0].account_id}, ${found[0].title})`;
          return found;
        });
        if (!version) return null;
        try {
          const file = {
            ...version,
            read: (range?: Parameters<Storage["read"]>[1]) => storage.read(version.fileId, range),
          };
          return await sendFile(visit.request, file, !visit.query.has("download"));
        } catch (error) {
          if (error instanceof FileMissing) return null;
          throw error;
        }
      },
    },
  ],
});
