// The page of a shared file (mock share-page): title, version, end, and the file itself where a browser may show it.
import { documentPage, html, icon, type Markup } from "#server/platform/pages/document-page.ts";
import { formNonce } from "#server/platform/links/links.ts";
import { sizeWords } from "#domain/file-size.ts";
import { showsInline, typeWord } from "../document.ts";
import type { Share } from "./shares.ts";

const style = `
.share-top{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2rem 4rem;align-items:end}
.share-top h1{max-width:none;font-size:clamp(2.5rem,1.5rem + 3vw,4.25rem);overflow-wrap:anywhere}
.share-top .lead{margin-top:1rem;max-width:34rem;font-size:1.1875rem;line-height:1.5}
.doc-open .share-top .spec{margin:0}
.actions{display:flex;flex-wrap:wrap;gap:.875rem 1.5rem;margin-top:2rem}
.share-doc{padding-block:clamp(2rem,4vw,3.5rem) clamp(4.5rem,2.5rem + 6vw,8.5rem)}
.paper{max-width:46rem;padding:clamp(1.5rem,4vw,3.25rem);background:var(--surface);border:1px solid var(--line);border-radius:0 0 var(--turn) 0;box-shadow:0 1px 2px rgb(0 20 20/.06),0 8px 24px rgb(0 20 20/.08)}
.paper pre{font:1rem/1.6 var(--sans);white-space:pre-wrap;overflow-wrap:anywhere}
.paper img{display:block;max-width:100%;height:auto}
.paper h2{margin-bottom:1rem}.paper p+p{margin-top:1rem}
.ask{display:grid;gap:1.125rem;max-width:26rem;margin-top:2rem}
@media (max-width:48rem){.share-top{grid-template-columns:minmax(0,1fr)}}
`;

const day = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(at);

const referenceOf = (share: Share) => (share.sharedBy ? `Shared by ${share.sharedBy}` : "Shared with you");

/** Where text ends on the page; the whole file is one press away. */
export const maxTextBytes = 60_000;

function facts(share: Share): [string, string][] {
  const changed = day(share.changedAt, share.timeZone);
  return [
    ["Version", share.isNewest && share.no > 1 ? `${share.no}, changed ${changed}` : `${share.no}, ${changed}`],
    ["File", `${typeWord(share.mime, share.fileName)}, ${sizeWords(share.size)}`],
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

function actions(share: Share, path: string): Markup {
  const type = typeWord(share.mime, share.fileName);
  const opens = showsInline(share.mime);
  return html`<div class="actions">
    ${
      share.allowDownload
        ? html`<a class="btn btn-accent" href="${path}/file?download"
            >${icon("download")}Download ${type === "FILE" ? "the file" : type}</a
          >`
        : ""
    }
    ${
      opens
        ? html`<a
            class="btn ${share.allowDownload ? "btn-line" : "btn-accent"}"
            href="${path}/file"
            target="_blank"
            rel="noreferrer"
            >Open in a new tab</a
          >`
        : ""
    }
  </div>`;
}

function sheet(share: Share, path: string, text: string | null): Markup {
  const follows = share.isNewest
    ? html`<p class="small muted">
        This link always shows the newest version. It was last changed on ${day(share.changedAt, share.timeZone)}.
      </p>`
    : html`<p class="small muted">This link shows version ${share.no} and no other.</p>`;
  const label = `${share.title}, version ${share.no}`;
  const content =
    text !== null
      ? html`<pre dir="auto">${text}</pre>
          ${share.size > maxTextBytes ? html`<p class="small muted">This is the beginning of the text.</p>` : ""}`
      : share.mime.startsWith("image/") && showsInline(share.mime)
        ? html`<img src="${path}/file" alt="${share.title}" />`
        : html`<h2 dir="auto">${share.fileName}</h2>
            <p>
              ${
                showsInline(share.mime)
                  ? "It opens in a new tab of your browser."
                  : share.allowDownload
                    ? "A browser does not show files of this type. Download it to read it."
                    : "A browser does not show files of this type, and the sender has not allowed to download it. Ask for it."
              }
            </p>`;
  return html`<div data-field="paper">
    <div class="wrap share-doc">
      <article class="paper" aria-label="${label}">${content}</article>
      <div style="margin-top:1.5rem;max-width:46rem">${follows}</div>
    </div>
  </div>`;
}

export function sharePage(share: Share, path: string, text: string | null): Promise<string> {
  return documentPage({
    title: share.title,
    reference: referenceOf(share),
    seen: `${path}/seen`,
    style,
    body: html`${head(share, actions(share, path))} ${sheet(share, path, text)}`,
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
