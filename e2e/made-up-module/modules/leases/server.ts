// The tenant's page, and the mail that contains its address.
import type { ModuleServer } from "#server/platform/module-server.ts";
import { html } from "#server/platform/pages/document-page.ts";
import { leaseMail } from "./lease-mail.ts";

export const server: ModuleServer = {
  open({ sql, links, mail, env }, { admin, tokenPage }) {
    const find = async (id: string) =>
      (await sql<{ title: string }[]>`select title from public.leases where id = ${id}`)[0];

    admin.route("POST", "/:id/mail", { takes: "json", maxBytes: 1000 }, async (c) => {
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

    tokenPage("/lease", {
      kind: "lease",
      async show(link) {
        const lease = await find(link.subjectId);
        return lease ? String(html`<h1>${lease.title}</h1>`) : null;
      },
    });
  },
};
