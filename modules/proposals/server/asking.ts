// A question, which leaves the offer open, and a request for a change, which ends this version: forms, what was asked, and what
// changed since. The words are strangers': every one is escaped, and none is ever part of a subject.
import { randomUUID } from "node:crypto";
import { formNonce } from "#server/platform/links/links.ts";
import { html, type Markup } from "#server/platform/pages/document-page.ts";
import { sectionsOf, whatChanged } from "../what-changed.ts";
import type { ChangeRequest } from "../proposal.ts";
import type { SheetState } from "./answer-sheet.ts";
import type { ShownProposal } from "./find-page.ts";

export const maxWords = 2000;
type Form = Readonly<Record<string, string>>;
export type AskKind = "question" | "change";
const actionOf: Record<AskKind, string> = { question: "ask-question", change: "ask-change" };
export const askKind = (action: string | undefined): AskKind | null =>
  action === "ask-question" ? "question" : action === "ask-change" ? "change" : null;

export interface Asked {
  kind: AskKind;
  version: number;
  typed_name: string;
  comments: { section: string; words: string }[];
  nonce: string;
}

const plain = (text: string | undefined, max: number) =>
  (text ?? "")
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .trim()
    .slice(0, max);
/** One line, without anything that is not seen. */
export const typedName = (text: string | undefined): string =>
  (text ?? "")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ")
    .trim()
    .slice(0, 200);
export const isName = (name: string): boolean => /\p{L}.*\p{L}/u.test(name);

/** What a form asks, or what is wrong with it: the field, and a sentence. */
export function readAsked(
  form: Form,
  version: string,
  kind: AskKind,
): { asked: Asked } | { field: string; text: string } {
  const name = typedName(form.name);
  const comments = Object.entries(form)
    .filter(([field]) => field.startsWith("comment-"))
    .map(([field, words]) => ({ section: plain(field.slice("comment-".length), 80), words: plain(words, maxWords) }))
    .filter(({ words }) => words !== "")
    .slice(0, 40);
  if (form.website) return { field: "comment-", text: "Your words were not sent." };
  if (!isName(name)) return { field: "asked-name", text: "Please type your name." };
  if (comments.length === 0)
    return {
      field: "comment-",
      text: kind === "change" ? "Please say what should change." : "Please write your question.",
    };
  return {
    asked: {
      kind,
      version: Number(version.split(".")[0]) || 0,
      typed_name: name,
      comments: kind === "question" ? comments.slice(0, 1) : comments,
      nonce: plain(form.press, 60) || randomUUID(),
    },
  };
}

const words: Record<AskKind, { open: string; text: string; label: string; send: string }> = {
  question: {
    open: "Ask a question",
    text: "The offer stays open, and you can still accept it while you wait for the answer.",
    label: "Your question",
    send: "Send the question",
  },
  change: {
    open: "Ask for a change",
    text: "This version can then no longer be accepted. You get a new one, with an answer to each of your comments.",
    label: "What should change",
    send: "Ask for the change",
  },
};

/** `wrong`: the form that was sent and is not right, with its words. */
export function askForm(kind: AskKind, shown: ShownProposal, sheet: SheetState): Markup {
  const version = `${shown.version}.${shown.sha256}`;
  const form: Form = askKind(sheet.form?.action) === kind ? (sheet.form ?? {}) : {};
  const wrong = sheet.askError && askKind(sheet.form?.action) === kind ? sheet.askError : null;
  const inert = sheet.preview ? html` disabled` : "";
  const id = (field: string) => `${kind}-${field}`;
  const field = (name: string, label: string, rows: number) => {
    const bad = wrong?.field === name;
    return html`<div>
      <label for="${id(name)}">${label}</label
      ><textarea
        class="input"
        id="${id(name)}"
        name="${name}"
        rows="${rows}"
        maxlength="${maxWords}"
        ${bad ? html` aria-invalid="true" aria-describedby="${id(name)}-error"` : ""}
        ${inert}
      >
${form[name] ?? ""}</textarea
      >${bad ? html`<p class="field-error" id="${id(name)}-error">${wrong.text}</p>` : ""}
    </div>`;
  };
  const badName = wrong?.field === "asked-name";
  const parts = sectionsOf(shown.content);
  return html`<details${wrong ? html` open` : ""}><summary>${words[kind].open}</summary>
<form class="form" method="post" action="${sheet.path}#answer">
<p class="small muted">${words[kind].text}</p>
<input type="hidden" name="action" value="${actionOf[kind]}"><input type="hidden" name="version" value="${version}"><input type="hidden" name="nonce" value="${formNonce(sheet.token, version)}"><input type="hidden" name="press" value="${form.press ?? randomUUID()}">
<div class="trap" aria-hidden="true"><label for="${id("website")}">Leave this empty</label><input id="${id("website")}" name="website" type="text" tabindex="-1" autocomplete="off"></div>
${field("comment-", words[kind].label, 4)}
${
  kind === "change"
    ? html`<details${parts.some(({ key }) => form[`comment-${key}`]) ? html` open` : ""}><summary>About one part</summary><div class="form">${parts.map(({ key, heading }) => field(`comment-${key}`, heading, 2))}</div></details>`
    : ""
}
<div><label for="${id("name")}">Your name</label><input class="input" id="${id("name")}" name="name" type="text" required maxlength="200" autocomplete="name" value="${form.name ?? ""}"${badName ? html` aria-invalid="true" aria-describedby="${id("name")}-error"` : ""}${inert}>${badName ? html`<p class="field-error" id="${id("name")}-error">${wrong.text}</p>` : ""}</div>
<button class="btn btn-line" type="submit"${inert}>${words[kind].send}</button></form></details>`;
}

const comment = (request: ChangeRequest, headings: ReadonlyMap<string, string>): Markup => {
  const about = headings.get(request.section);
  return html`<li>
    <span class="small muted"
      >${request.kind === "question" ? "Question" : "Change"}${about ? `, ${about}` : ""}. ${request.typed_name}</span
    >
    <p dir="auto">${request.words}</p>
    ${
      request.answer === null
        ? html`<span class="small muted">We have it, and will answer.</span>`
        : html`<p dir="auto">
            <b
              >${request.result === "done" ? "Done. " : request.result === "not_done" ? "Not done. " : "Our answer: "}</b
            >${request.answer}
          </p>`
    }
  </li>`;
};

/** Questions about this version, below the letter. */
export function questions(shown: ShownProposal): Markup | "" {
  const asked = shown.requests.filter(({ kind, words: said }) => kind === "question" && said !== "");
  if (asked.length === 0) return "";
  const headings = new Map(sectionsOf(shown.content).map(({ key, heading }) => [key, heading]));
  return html`<section class="no-print" aria-label="Questions">
    <h2>Questions</h2>
    <ul class="asked">
      ${asked.map((request) => comment(request, headings))}
    </ul>
  </section>`;
}

/** Above the letter of a newer version: what changed, part by part, and what became of each comment. Beside the offer, not in it. */
export function changesSince(shown: ShownProposal): Markup | "" {
  const { before, content } = shown;
  if (!before) return "";
  const changes = whatChanged(before, content);
  const asked = shown.requests.filter(
    ({ kind, version, words: said }) => kind === "change" && version === before.version && said !== "",
  );
  if (changes.length === 0 && asked.length === 0) return "";
  const headings = new Map(sectionsOf(before).map(({ key, heading }) => [key, heading]));
  const said = { added: "New", removed: "Left out", changed: "Changed" };
  return html`<section class="changed no-print" aria-label="What changed">
    <h2>What changed since version ${before.version}</h2>
    ${
      asked.length > 0
        ? html`<ul class="asked">
            ${asked.map((request) => comment(request, headings))}
          </ul>`
        : ""
    }
    ${changes.map(
      ({ heading, is, passages }) =>
        html`<details>
          <summary>${said[is]}: ${heading}</summary>
          ${passages.map(({ is: what, text }) =>
            what === "removed"
              ? html`<p dir="auto"><del>${text}</del></p>`
              : what === "added"
                ? html`<p dir="auto"><ins>${text}</ins></p>`
                : html`<p dir="auto" class="muted">${text}</p>`,
          )}
        </details>`,
    )}
    ${changes.length === 0 ? html`<p class="muted">The text is the same.</p>` : ""}
  </section>`;
}
