// The client's page, /p/{token}: read, choose options, accept, decline, take the PDF, pay the deposit. Works without script.
import type { Sql } from "#server/platform/database/sql.ts";
import type { Link, Links } from "#server/platform/links/links.ts";
import type { TokenPage, Visit } from "#server/platform/links/token-pages.ts";
import { documentPage, html, icon, type Markup, opening } from "#server/platform/pages/document-page.ts";
import { notePage } from "#server/platform/pages/short-pages.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { answerSheet, type SheetState } from "./answer-sheet.ts";
import { askKind, type AskKind, changesSince, isName, questions, readAsked, typedName } from "./asking.ts";
import {
  type Choices,
  choicesIn,
  choicesOf,
  type Found,
  findPage,
  isPreview,
  isShown,
  type ShownProposal,
} from "./find-page.ts";
import { facts, letter } from "./letter-html.ts";
import { letterStyle } from "./page-style.ts";
import { makeProposalPdf } from "./proposal-pdf.ts";

export interface PageParts {
  sql: Sql;
  links: Pick<Links, "leadOn" | "use">;
  pdf: MakePdf;
  now: () => Date;
}

interface Rendering extends SheetState {
  /** Said above the letter: why an answer did not count. */
  message?: string | undefined;
  /** Said above the letter: what was done. */
  thanks?: string | undefined;
  /** What stood in the fields of quantities. */
  typed?: Readonly<Record<string, string>> | undefined;
  /** For the picture in the editor. */
  theme?: "light" | "dark";
}

export const pageTitle = (shown: ShownProposal): string => shown.content.title || "Proposal";

/** The letter with its answer sheet, in whichever frame. */
export function letterWithAnswer(shown: ShownProposal, rendering: Rendering): Markup {
  const { thanks, typed } = rendering;
  const message = rendering.message ?? (shown.problems.length > 0 ? impossible : undefined);
  const canChoose = shown.decision === null && ["sent", "viewed", "draft"].includes(shown.state);
  return html`${opening(pageTitle(shown), facts(shown))}
    <div data-field="paper">
      <div class="wrap letter-grid">
        <div>
          ${message ? html`<p class="note warn" role="alert" style="margin-bottom:2rem">${icon("warning")}<span>${message}</span></p>` : ""}
          ${shown.state === "expired" && !message ? html`<p class="note warn" style="margin-bottom:2rem">${icon("clock")}<span>This proposal has ended. The text stays here for your records.</span></p>` : ""}
          ${thanks ? html`<p class="note good" role="status" style="margin-bottom:2rem">${icon("check")}<span>${thanks}</span></p>` : ""}
          ${changesSince(shown)} ${letter(shown, canChoose, typed)} ${questions(shown)}
        </div>
        ${answerSheet(shown, rendering)}
      </div>
    </div>`;
}

export async function renderPage(shown: ShownProposal, rendering: Rendering): Promise<string> {
  const { preview, path, theme } = rendering;
  return documentPage({
    title: pageTitle(shown),
    reference: `Proposal ${shown.number}`,
    style: letterStyle,
    ...(preview ? {} : { seen: `${path}/seen` }),
    ...(theme && { theme }),
    body: html`${preview ? html`<p class="ribbon no-print">Preview for colleagues. Nothing is counted, and nothing can be answered here.</p>` : ""}
    ${letterWithAnswer(shown, rendering)}`,
  });
}

const impossible = "These choices do not go together. Please look at the lines that are marked.";
const nothing: Record<"withdrawn" | "revising" | "changing", { title: string; text: string }> = {
  withdrawn: {
    title: "This proposal was withdrawn",
    text: "It can no longer be accepted. Ask the person who sent it.",
  },
  revising: {
    title: "A newer version is being prepared",
    text: "You will get a link to it. This version can no longer be accepted.",
  },
  changing: {
    title: "A change was asked for",
    text: "A newer version is being prepared, with an answer to each comment. You will get a link to it. This version can no longer be accepted.",
  },
};

/** Why there is nothing to read. */
export const absence = ({ state, change_asked: asked }: Exclude<Found, ShownProposal>) =>
  nothing[state === "revising" && asked ? "changing" : state];

export const unheard: Record<string, string> = {
  "already accepted": "This proposal was accepted already.",
  "already declined": "This proposal was declined already. Your answer was not counted.",
  expired: "The last day is over, so your answer was not counted.",
  changed: "What you saw is not what is here now. Please read it again: your answer was not counted.",
  preview: "This is a preview for colleagues: nothing can be answered here.",
  impossible,
  "too many":
    "Five questions wait for our answer already. Your question was not sent: please wait for one, or write to us.",
};

export const thanksFor: Record<AskKind, string> = {
  question: "Your question is with us. The offer stays open, and you get the answer by mail and here.",
  change: "Your comments are with us. You will get a new version with an answer to each.",
};

type Wrong = Partial<Rendering> & { choices: Choices };

/** What a form says, as private.answer_proposal takes it; or what is wrong with it. */
export function readAnswer(
  form: Readonly<Record<string, string>>,
  version: string,
  from: Pick<Visit, "clientAddress" | "userAgent">,
): { told: { kind: "accepted" | "declined" } & Record<string, unknown> } | { wrong: Wrong } {
  const kind = form.action === "accept" ? "accepted" : "declined";
  const [no = "", sha256 = ""] = version.split(".");
  const choices = choicesOf(form);
  const name = typedName(form.name);
  // A scanner that fills every field fills this one too.
  if (form.website) return { wrong: { choices, message: "Your answer was not counted." } };
  if (kind === "accepted" && !isName(name))
    return { wrong: { choices, form, error: { field: "name", text: "Please type your full name." } } };
  if (kind === "accepted" && form.consent !== "yes")
    return { wrong: { choices, form, error: { field: "consent", text: "Please tick this to accept." } } };
  if (kind === "declined" && form.sure !== "yes")
    return { wrong: { choices, form, message: "Please tick the box to decline." } };
  return {
    told: {
      kind,
      version: Number(no) || 0,
      sha256,
      chosen: choices.chosen,
      quantities: choices.quantities,
      ip: from.clientAddress,
      user_agent: from.userAgent,
      ...(kind === "accepted"
        ? { typed_name: name, consent: true }
        : { reason: (form.reason ?? "").toWellFormed().replaceAll("\0", "").slice(0, 2000) }),
    },
  };
}

const response = (body: string, status = 200) =>
  new Response(body, { status, headers: { "Content-Type": "text/html; charset=utf-8" } });

export function proposalPage({ sql, links, pdf, now }: PageParts): TokenPage {
  const noted = (found: Exclude<Found, ShownProposal>, status: number) =>
    notePage({ ...absence(found), reference: `Proposal ${found.number}` }, status);
  const see = (link: Link, how: string) =>
    sql`select private.proposal_was_seen(${link.subjectId}, ${link.id}, ${how}, ${now()})`;

  /** The page as it is now, with what has to be said about a form that was sent. */
  async function again(
    link: Link,
    visit: Visit,
    status: number,
    rendering: Partial<Rendering> & { choices?: Choices | null } = {},
  ): Promise<Response> {
    const found = await findPage(sql, link.subjectId, { at: now(), choices: rendering.choices ?? null });
    if (!found) return notePage({ title: "This link has ended", reference: "", text: "Ask for a new one." }, 410);
    if (!isShown(found)) return noted(found, status);
    return response(
      await renderPage(found, {
        token: visit.token,
        path: visit.path,
        preview: false,
        typed: rendering.choices?.typed,
        ...rendering,
      }),
      status,
    );
  }

  async function answer(link: Link, form: Record<string, string>, version: string, visit: Visit) {
    const read = readAnswer(form, version, visit);
    if ("wrong" in read) return again(link, visit, 422, read.wrong);
    const { told } = read;
    const [row] = await sql<{ outcome: string }[]>`
      select private.answer_proposal(${link.subjectId}, ${JSON.stringify({ ...told, link: link.id })}::jsonb, ${now()}) as outcome`;
    const outcome = row?.outcome ?? "gone";
    if (outcome === told.kind) {
      await links.use(link.id);
      return again(link, visit, 200);
    }
    // Who presses twice, or second, sees the same page as who was first.
    if (outcome === `already ${told.kind}`) return again(link, visit, 200);
    if (outcome === "impossible") return again(link, visit, 422, { form, choices: choicesOf(form) });
    return again(link, visit, 409, { message: unheard[outcome] });
  }

  async function ask(link: Link, form: Record<string, string>, version: string, visit: Visit, kind: AskKind) {
    const read = readAsked(form, version, kind);
    if ("text" in read) return again(link, visit, 422, { form, askError: read });
    const [row] = await sql<{ outcome: string }[]>`
      select private.ask_about_proposal(${link.subjectId}, ${JSON.stringify({ ...read.asked, link: link.id })}::jsonb, ${now()}) as outcome`;
    const outcome = row?.outcome ?? "gone";
    if (outcome === "asked" || outcome === "already asked") return again(link, visit, 200, { thanks: thanksFor[kind] });
    const text = unheard[outcome] ?? "Your words were not sent.";
    return again(link, visit, 409, { form, message: text, askError: { field: "comment-", text } });
  }

  async function pay(link: Link, visit: Visit): Promise<Response> {
    const found = await findPage(sql, link.subjectId, { at: now() });
    const request = found && isShown(found) ? found.decision?.payment_request_id : null;
    if (!request || (await isPreview(sql, link.id))) return again(link, visit, 409);
    const token = await links.leadOn({ id: link.id, token: visit.token }, { kind: "payment", subjectId: request });
    return new Response(null, { status: 303, headers: { Location: `/pay/${token}` } });
  }

  return {
    kind: "proposal",
    async show(link, token, visit) {
      const choices = choicesIn(visit.query);
      const asked = { at: now(), choices };
      // Together: previews are rare, and then it is asked once more.
      const [preview, first] = await Promise.all([isPreview(sql, link.id), findPage(sql, link.subjectId, asked)]);
      const found = preview ? await findPage(sql, link.subjectId, { ...asked, preview }) : first;
      if (!found) return null;
      if (!preview) await see(link, "fetched");
      if (!isShown(found)) return (await noted(found, 200)).text();
      const page = await renderPage(found, { token, path: visit.path, preview, typed: choices?.typed });
      return found.problems.length > 0 ? { html: page, status: 422 } : page;
    },
    async act(link, form, version, visit) {
      if (await isPreview(sql, link.id)) return again(link, visit, 409, { message: unheard.preview });
      if (form.action === "accept" || form.action === "decline") return answer(link, form, version, visit);
      const kind = askKind(form.action);
      if (kind) return ask(link, form, version, visit, kind);
      if (form.action === "pay") return pay(link, visit);
      if (form.action === "ask") {
        const [row] = await sql<{ asked: boolean }[]>`
          select private.request_extension(${link.subjectId}, ${link.id}, ${now()}) as asked`;
        return again(
          link,
          visit,
          row?.asked ? 200 : 409,
          row?.asked ? { message: "We have been told, and will answer with a new date." } : {},
        );
      }
      return again(link, visit, 400);
    },
    async seen(link) {
      await see(link, "viewed");
    },
    files: {
      "proposal.pdf": async (link, visit) => {
        const preview = await isPreview(sql, link.id);
        const found = await findPage(sql, link.subjectId, { at: now(), preview, choices: choicesIn(visit.query) });
        if (!found || !isShown(found)) return null;
        const bytes = await makeProposalPdf({ sql, pdf }, found);
        if (!preview) await see(link, "downloaded");
        return new Response(bytes as Uint8Array<ArrayBuffer>, {
          headers: {
            "Content-Type": "application/pdf",
            "Content-Disposition": contentDisposition("attachment", `${found.number}.pdf`),
          },
        });
      },
    },
  };
}
