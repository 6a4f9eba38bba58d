// The client's page, /p/{token}: read, choose options, accept, decline, take the PDF, pay the deposit. Works without script.
import { onceMoreAfterConflict } from "#server/platform/database/conflicts.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { Link, Links } from "#server/platform/links/links.ts";
import type { TokenPage, Visit } from "#server/platform/links/token-pages.ts";
import { documentPage, html, icon, type Markup, opening } from "#server/platform/pages/document-page.ts";
import { notePage } from "#server/platform/pages/short-pages.ts";
import type { MakePdf } from "#server/platform/pdf/pdf.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { answerSheet, type SheetState } from "./answer-sheet.ts";
import { chosenIn, type Found, findPage, isPreview, isShown, type ShownProposal } from "./find-page.ts";
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
  /** For the picture in the editor. */
  theme?: "light" | "dark";
}

export const pageTitle = (shown: ShownProposal): string => shown.content.title || "Proposal";

/** The letter with its answer sheet, in whichever frame. */
export function letterWithAnswer(shown: ShownProposal, rendering: Rendering): Markup {
  const { message } = rendering;
  const isOpen = shown.decision === null && ["sent", "viewed", "draft"].includes(shown.state);
  return html`${opening(pageTitle(shown), facts(shown))}
    <div data-field="paper">
      <div class="wrap letter-grid">
        <div>
          ${message ? html`<p class="note warn" role="alert" style="margin-bottom:2rem">${icon("warning")}<span>${message}</span></p>` : ""}
          ${shown.state === "expired" && !message ? html`<p class="note warn" style="margin-bottom:2rem">${icon("clock")}<span>This proposal has ended. The text stays here for your records.</span></p>` : ""}
          ${letter(shown, isOpen)}
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

const nothing: Record<"withdrawn" | "revising", { title: string; text: string }> = {
  withdrawn: {
    title: "This proposal was withdrawn",
    text: "It can no longer be accepted. Ask the person who sent it.",
  },
  revising: {
    title: "A newer version is being prepared",
    text: "You will get a link to it. This version can no longer be accepted.",
  },
};

export const unheard: Record<string, string> = {
  "already accepted": "This proposal was accepted already.",
  "already declined": "This proposal was declined already. Your answer was not counted.",
  expired: "The last day is over, so your answer was not counted.",
  changed: "What you saw is not what is here now. Please read it again: your answer was not counted.",
  preview: "This is a preview for colleagues: nothing can be answered here.",
};

type Wrong = Partial<Rendering> & { chosen: number[] };

/** What a form says, as private.answer_proposal takes it; or what is wrong with it. */
export function readAnswer(
  form: Readonly<Record<string, string>>,
  version: string,
  from: Pick<Visit, "clientAddress" | "userAgent">,
): { told: { kind: "accepted" | "declined" } & Record<string, unknown> } | { wrong: Wrong } {
  const kind = form.action === "accept" ? "accepted" : "declined";
  const [no = "", sha256 = ""] = version.split(".");
  const chosen = (form.chosen ?? "")
    .split(",")
    .filter((position) => /^\d{1,3}$/.test(position))
    .map(Number);
  const name = (form.name ?? "")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ")
    .trim()
    .slice(0, 200);
  // A scanner that fills every field fills this one too.
  if (form.website) return { wrong: { chosen, message: "Your answer was not counted." } };
  if (kind === "accepted" && !/\p{L}.*\p{L}/u.test(name))
    return { wrong: { chosen, form, error: { field: "name", text: "Please type your full name." } } };
  if (kind === "accepted" && form.consent !== "yes")
    return { wrong: { chosen, form, error: { field: "consent", text: "Please tick this to accept." } } };
  if (kind === "declined" && form.sure !== "yes")
    return { wrong: { chosen, form, message: "Please tick the box to decline." } };
  return {
    told: {
      kind,
      version: Number(no) || 0,
      sha256,
      chosen,
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
    notePage({ ...nothing[found.state], reference: `Proposal ${found.number}` }, status);
  const see = (link: Link, how: string) =>
    sql`select private.proposal_was_seen(${link.subjectId}, ${link.id}, ${how}, ${now()})`;

  /** The page as it is now, with what has to be said about a form that was sent. */
  async function again(
    link: Link,
    visit: Visit,
    status: number,
    rendering: Partial<Rendering> & { chosen?: number[] | null } = {},
  ): Promise<Response> {
    const found = await findPage(sql, link.subjectId, { at: now(), chosen: rendering.chosen ?? null });
    if (!found) return notePage({ title: "This link has ended", reference: "", text: "Ask for a new one." }, 410);
    if (!isShown(found)) return noted(found, status);
    return response(
      await renderPage(found, {
        token: visit.token,
        path: visit.path,
        preview: false,
        ...rendering,
      }),
      status,
    );
  }

  async function answer(link: Link, form: Record<string, string>, version: string, visit: Visit) {
    const read = readAnswer(form, version, visit);
    if ("wrong" in read) return again(link, visit, 422, read.wrong);
    const { told } = read;
    const [row] = await onceMoreAfterConflict(
      () => sql<{ outcome: string }[]>`
        select private.answer_proposal(${link.subjectId}, ${JSON.stringify({ ...told, link: link.id })}::jsonb, ${now()}) as outcome`,
    );
    const outcome = row?.outcome ?? "gone";
    if (outcome === told.kind) {
      await links.use(link.id);
      return again(link, visit, 200);
    }
    // Who presses twice, or second, sees the same page as who was first.
    if (outcome === `already ${told.kind}`) return again(link, visit, 200);
    return again(link, visit, 409, { message: unheard[outcome] });
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
      const asked = { at: now(), chosen: chosenIn(visit.query) };
      // Together: previews are rare, and then it is asked once more.
      const [preview, first] = await Promise.all([isPreview(sql, link.id), findPage(sql, link.subjectId, asked)]);
      const found = preview ? await findPage(sql, link.subjectId, { ...asked, preview }) : first;
      if (!found) return null;
      if (!preview) await see(link, "fetched");
      if (!isShown(found)) return (await noted(found, 200)).text();
      return renderPage(found, { token, path: visit.path, preview });
    },
    async act(link, form, version, visit) {
      if (await isPreview(sql, link.id)) return again(link, visit, 409, { message: unheard.preview });
      if (form.action === "accept" || form.action === "decline") return answer(link, form, version, visit);
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
        const found = await findPage(sql, link.subjectId, { at: now(), preview, chosen: chosenIn(visit.query) });
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
