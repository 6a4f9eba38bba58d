// The client's page, what the editor needs besides its data (links, a picture of the page, PDFs), and work that waits.
import { site } from "#content/site.ts";
import { currentTime } from "#domain/clock.ts";
import { readFirm } from "#server/platform/firm.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { makePdf } from "#server/platform/pdf/pdf.ts";
import { contentDisposition } from "#server/platform/safe-text.ts";
import { mails } from "./mails.ts";
import { clientSection } from "./server/client-section.ts";
import { choicesIn, findPage, isShown } from "./server/find-page.ts";
import { expiryJob, filingJob } from "./server/jobs.ts";
import { makeProposalPdf } from "./server/proposal-pdf.ts";
import { proposalPage, renderPage } from "./server/proposal-page.ts";

const previewMinutes = 30;
const linkDays = 730;
const isId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? "");

export const serverWith = ({ now = currentTime }: { now?: () => Date } = {}): ModuleServer => ({
  open({ sql, env, log, jobs, links, storage }, { admin, clients, tokenPage }) {
    // Who offers is in what is hashed, so the database has to know it: this name, while Settings have no other.
    sql`update private.proposal_house set name = ${site.legalName} where name <> ${site.legalName}`.catch(
      (error: unknown) => log.warn({ reason: String(error) }, "the name on proposals was not written"),
    );
    tokenPage("/p", proposalPage({ sql, links, pdf: makePdf, now }));
    clients.add(clientSection({ sql, pdf: makePdf, now }));

    admin.route("POST", "/:id/link", { may: ["proposals send"], takes: "nothing" }, async (c) => {
      const id = c.req.param("id");
      const [row] = isId(id)
        ? await sql`select from public.proposals where id = ${id} and state not in ('draft') and anonymised_at is null`
        : [];
      if (!row || !isId(id)) return c.json({ code: 409, message: "A proposal has links once it is sent." }, 409);
      const expiresAt = new Date(now().getTime() + linkDays * 86_400_000);
      const { token } = await sql.begin(async (within) => {
        const made = await links.issue({ kind: "proposal", subjectId: id, expiresAt }, within);
        await within`select from public.proposals where id = ${id} for no key update`;
        await within`select private.add_proposal_event(${id}, 'link copied', ${JSON.stringify({ link: made.id })}::jsonb, ${now()})`;
        return made;
      });
      // Shown once: only its hash is kept.
      return c.json({ address: `${env.SITE_URL}/p/${token}` });
    });

    admin.route("POST", "/:id/preview", { may: ["proposals read"], takes: "nothing" }, async (c) => {
      const id = c.req.param("id");
      if (!isId(id)) return c.notFound();
      const expiresAt = new Date(now().getTime() + previewMinutes * 60_000);
      const { token } = await sql.begin(async (within) => {
        const made = await links.issue({ kind: "proposal", subjectId: id, expiresAt }, within);
        await within`insert into private.proposal_previews (link_id, proposal_id) values (${made.id}, ${id})`;
        return made;
      });
      return c.json({ path: `/p/${token}` });
    });

    admin.route("GET", "/:id/page", { may: ["proposals read"], takes: "nothing" }, async (c) => {
      const id = c.req.param("id");
      const found = isId(id)
        ? await findPage(sql, id, { at: now(), preview: true, choices: choicesIn(new URL(c.req.url).searchParams) })
        : null;
      if (!found || !isShown(found)) return c.notFound();
      return c.json({
        html: await renderPage(found, {
          token: "",
          path: "#",
          preview: true,
          theme: "light",
        }),
      });
    });

    /** The covering mail, as it will be written. */
    admin.route("GET", "/:id/mail", { may: ["proposals read"], takes: "nothing" }, async (c) => {
      const id = c.req.param("id");
      const [row] = isId(id)
        ? await sql<{ to: string; facts: unknown }[]>`
            select contacts.email as to, private.proposal_mail_facts(proposals.id) as facts
            from public.proposals join public.contacts on contacts.id = contact_id
            where proposals.id = ${id} and contacts.email is not null`
        : [];
      if (!row) return c.json({ code: 409, message: "Choose a person with a mail address first." }, 409);
      return c.json({ to: row.to, ...mails.sent(row.facts, await readFirm(sql)) });
    });

    admin.route("GET", "/:id/pdf", { may: ["proposals read"], takes: "nothing" }, async (c) => {
      const id = c.req.param("id");
      const found = isId(id) ? await findPage(sql, id, { at: now(), preview: true }) : null;
      if (!found || !isShown(found)) return c.notFound();
      const bytes = await makeProposalPdf({ sql, pdf: makePdf }, found);
      return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
        "Content-Type": "application/pdf",
        "Cache-Control": "no-store",
        "Content-Disposition": contentDisposition("attachment", `${found.number}.pdf`),
      });
    });

    jobs.add(expiryJob({ sql, now }));
    jobs.add(filingJob({ sql, storage, pdf: makePdf, now }));
  },
});

export const server: ModuleServer = serverWith();
