// The page of a shared file (mock share-page): title, version, end, and the file itself where a browser may show it.
import { site } from "#content/site.ts";
import type { BuiltScript } from "#server/platform/pages/built-script.ts";
import { documentPage, html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { formNonce } from "#server/platform/links/links.ts";
import { sizeWords } from "#domain/file-size.ts";
import { showsInline, typeWord } from "../document.ts";
import type { SharedPdf } from "../share-reader/shared-pdf.ts";
import { shareStyle as style } from "./share-style.ts";
import type { Share } from "./shares.ts";

const day = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(at);

const referenceOf = (share: Share) => (share.sharedBy ? `Shared by ${share.sharedBy}` : "Shared with you");

/** Where text ends on the page; the whole file is one press away. */
export const maxTextBytes = 60_000;

const isPdf = (share: Share) => share.mime === "application/pdf";

function facts(share: Share): [string, string | Markup][] {
  const changed = day(share.changedAt, share.timeZone);
  const file = `${typeWord(share.mime, share.fileName)}, ${sizeWords(share.size)}`;
  return [
    ["Version", share.isNewest && share.no > 1 ? `${share.no}, changed ${changed}` : `${share.no}, ${changed}`],
    // How many pages is for the reader to say: this process parses no stranger's PDF.
    isPdf(share) ? ["Length", html`<span data-pages></span>${file}`] : ["File", file],
    ...(share.expiresAt ? [["Open until", day(share.expiresAt, share.timeZone)] as [string, string]] : []),
  ];
}

const head = (share: Share, inner: Markup | string): Markup =>
  html`<section class="doc-open" data-field="nil">
    <div class="wrap">
      <div class="share-top">
        <div>
          ${share.accountName ? html`<p class="small" style="margin-bottom:.75rem" dir="auto">For ${share.accountName}</p>` : ""}
          <h1 dir="auto">${share.title}</h1>
          ${share.message ? html`<p class="lead" dir="auto">${share.message}</p>` : ""}
        </div>
        <dl class="spec">
          ${facts(share).map(
            ([term, fact]) =>
              html`<dt>${term}</dt>
                <dd>${fact}</dd>`,
          )}
        </dl>
      </div>
      ${inner}
    </div>
  </section>`;

function actions(share: Share, path: string, hasReader: boolean): Markup {
  const type = typeWord(share.mime, share.fileName);
  const opens = showsInline(share.mime);
  // Anyone who may not save it is offered no paper either.
  const prints = hasReader && share.allowDownload;
  return html`<div class="actions">
    ${
      share.allowDownload
        ? html`<a class="btn btn-accent" href="${path}/file?download"
            >${icon("download")}Download ${type === "FILE" ? "the file" : type}</a
          >`
        : ""
    }
    ${prints ? html`<button class="btn btn-line needs-script" type="button" data-print-pdf disabled>${icon("printer")}Print</button>` : ""}
    ${
      opens
        ? html`<a
            class="btn ${share.allowDownload ? "btn-line" : "btn-accent"} ${hasReader ? "without-script" : ""}"
            href="${path}/file"
            target="_blank"
            rel="noreferrer"
            >Open in a new tab</a
          >`
        : ""
    }
  </div>`;
}

/** What the file itself shows, where the page can show it without more. */
function content(share: Share, path: string, text: string | null): Markup {
  if (text !== null)
    return html`<pre dir="auto">${text}</pre>
      ${share.size > maxTextBytes ? html`<p class="small muted">This is the beginning of the text.</p>` : ""}`;
  if (share.mime.startsWith("image/") && showsInline(share.mime))
    return html`<img src="${path}/file" alt="${share.title}" />`;
  return html`<h2 dir="auto">${share.fileName}</h2>
    <p>
      ${
        showsInline(share.mime)
          ? "It opens in a new tab of your browser."
          : share.allowDownload
            ? "A browser does not show files of this type. Download it to read it."
            : "A browser does not show files of this type, and the sender has not allowed to download it. Ask for it."
      }
    </p>`;
}

/** Where the reader puts the pages (share-reader/start.tsx); until then as it begins itself, and without script a link. */
function readerPlace(share: Share, path: string): Markup {
  const pdf: SharedPdf = {
    address: `${path}/file`,
    size: share.size,
    sha256: share.sha256,
    head: share.accountName ? `${site.name} for ${share.accountName}` : site.name,
    sender: share.sharedBy,
    mayDownload: share.allowDownload,
  };
  return html`<div class="pdf-reader needs-script" data-pdf="${JSON.stringify(pdf)}">
    <article class="paper pdf-note pdf-opening">
      <output>Opening the PDF</output>
      <p class="small muted">
        If nothing comes, <a href="${pdf.address}" target="_blank" rel="noreferrer">open it in a new tab</a>.
      </p>
    </article>
  </div>`;
}

function sheet(share: Share, path: string, text: string | null, hasReader: boolean): Markup {
  const follows = share.isNewest
    ? `This link always shows the newest version. It was last changed on ${day(share.changedAt, share.timeZone)}.`
    : `This link shows version ${share.no} and no other.`;
  const label = `${share.title}, version ${share.no}`;
  return html`<div data-field="paper">
    <div class="wrap share-doc">
      ${hasReader ? readerPlace(share, path) : ""}
      <article class="paper ${hasReader ? "without-script" : ""}" aria-label="${label}">
        ${content(share, path, text)}
      </article>
      <p class="small muted share-foot no-print">
        ${follows}
        ${
          hasReader
            ? html`<a class="needs-script" href="${path}/file" target="_blank" rel="noreferrer">Open in a new tab</a>`
            : ""
        }
      </p>
    </div>
  </div>`;
}

/** `reader`: the script that shows the pages of a PDF in place. */
export function sharePage(
  share: Share,
  path: string,
  text: string | null,
  reader: BuiltScript | null,
): Promise<string> {
  const hasReader = reader !== null && isPdf(share);
  return documentPage({
    title: share.title,
    reference: referenceOf(share),
    seen: `${path}/seen`,
    style,
    more: hasReader ? reader : null,
    body: html`${head(share, actions(share, path, hasReader))} ${sheet(share, path, text, hasReader)}`,
  });
}

/** In place of the file, where the link asks first: a name, or a tick where views are counted. */
export function askPage(share: Share, token: string, problem: string | null): Promise<string> {
  const left = share.maxViews === null ? null : share.maxViews - share.viewed;
  return documentPage({
    title: share.title,
    reference: referenceOf(share),
    style,
    body: head(
      share,
      html`<form class="ask" method="post">
        <input type="hidden" name="version" value="open" />
        <input type="hidden" name="nonce" value="${formNonce(token, "open")}" />
        ${
          share.askName
            ? html`<div>
                <label for="name">Your name</label>
                <input
                  class="input"
                  id="name"
                  name="name"
                  maxlength="100"
                  autocomplete="name"
                  required
                  ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ""}
                />
                <p class="small muted" style="margin-top:.375rem">
                  ${share.sharedBy ?? "The sender"} sees that you opened it, and when.
                </p>
              </div>`
            : html`<label class="check"
                ><input type="checkbox" name="sure" value="yes" required />
                <span
                  >Show me the file. This counts as one
                  view${left === null ? "" : ` of the ${left} that ${left === 1 ? "is" : "are"} left`}.</span
                ></label
              >`
        }
        ${problem ? html`<p class="field-error" id="problem" role="alert">${problem}</p>` : ""}
        <div><button class="btn btn-accent" type="submit">Show the file</button></div>
      </form>`,
    ),
  });
}
