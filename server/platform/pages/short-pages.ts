// Pages behind secret addresses that show no document: a question with its form, and what became of a form.
import { documentPage, html, type DocumentPage, type Markup, opening } from "./document-page.ts";

const wordsStyle = `
.words-page{padding-block:clamp(2.5rem,4vw,4rem) clamp(4.5rem,2.5rem + 6vw,8.5rem)}
.words-page>*{max-width:40rem}.words-page>*+*{margin-top:1.25rem}.words-page>h2{margin-top:3.5rem}
.words-page form{display:grid;gap:1.125rem}.words-page .btn{justify-self:start}.words-page textarea.input{min-height:12rem}
.said{white-space:pre-wrap;overflow-wrap:anywhere;padding:1.25rem 1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:0 0 1rem 0}
`;

/** Words and forms under a heading. Without script: anyone who wants to leave, or to have something erased, can. */
export const wordsPage = (
  page: Pick<DocumentPage, "title" | "reference" | "foot"> & {
    facts?: readonly (readonly [string, string])[];
    body: Markup;
  },
): Promise<string> =>
  documentPage({
    title: page.title,
    reference: page.reference,
    ...(page.foot !== undefined && { foot: page.foot }),
    style: wordsStyle,
    script: false,
    body: html`${opening(page.title, page.facts ?? [])}
      <div data-field="paper">
        <div class="wrap"><div class="words-page">${page.body}</div></div>
      </div>`,
  });

export interface Note extends Pick<DocumentPage, "title" | "reference" | "script" | "foot"> {
  text: string | Markup;
  /** Where the page is that was left. */
  back?: string;
}

/** What became of a form, or why there is nothing to see. */
export const noteText = ({ text, back, ...page }: Note): Promise<string> =>
  documentPage({
    ...page,
    body: html`<section class="doc-open" data-field="nil" style="min-height:70vh">
      <div class="wrap">
        <h1>${page.title}</h1>
        <p style="margin:1.5rem 0 2rem;max-width:34rem;font-size:1.125rem">${text}</p>
        ${back ? html`<a class="btn btn-solid" href="${back}">Back to the page</a>` : ""}
      </div>
    </section>`,
  });

export const notePage = async (note: Note, status = 200): Promise<Response> =>
  new Response(await noteText(note), { status, headers: { "Content-Type": "text/html; charset=utf-8" } });
