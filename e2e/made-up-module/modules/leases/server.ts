// The tenant's page, the mail that contains its address, and what the made-up provider says of signatures.
import type { ModuleServer } from "#server/platform/module-server.ts";
import type { InboundEvent } from "#server/platform/webhooks.ts";
import { html } from "#server/platform/pages/document-page.ts";
import { leaseMail } from "./lease-mail.ts";

export const server: ModuleServer = {
  open({ sql, links, mail, env }, { admin, tokenPage, webhooks }) {
    const find = async (id: string) =>
      (await sql<{ title: string }[]>`select title from public.leases where id = ${id}`)[0];

    admin.route("POST", "/:id/mail", { may: ["leases send"], takes: "json", maxBytes: 1000 }, async (c) => {
      const id = c.req.param("id") ?? "";
      const { to } = await c.req.json<{ to: string }>();
      const lease = await find(id);
      if (!lease) return c.json({ code: 404, message: "There is no such lease" }, 404);
      await sql.begin(async (within) => {
        const { token } = await links.issue({ kind: "lease", subjectId: id }, within);
        await mail.send(leaseMail(to, lease.title, `${env.SITE_URL}/lease/${token}`), { within });
      });
      return c.json({ to });
    });

    webhooks.receive({
      provider: "signer",
      maxBytes: 1000,
      verify: (headers, raw) =>
        headers.get("signature") === "of the signer"
          ? (JSON.parse(new TextDecoder().decode(raw)) as InboundEvent)
          : null,
      async process({ payload }, within) {
        const { lease } = payload as { lease: string };
        await within`update public.leases set rent = rent + 1, state = 'Signed', signed_at = now() where id = ${lease}`;
        return "processed";
      },
    });

    tokenPage("/lease", {
      kind: "lease",
      async show(link) {
        const lease = await find(link.subjectId);
        return lease ? String(html`<h1>${lease.title}</h1>`) : null;
      },
    });
  },
};
