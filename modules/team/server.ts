// Invitations: the mail with the link, and what the page behind it may know. Everything else is the database's.
import { createHash } from "node:crypto";
import { z } from "zod";
import { site } from "#content/site.ts";
import { currentMillis } from "#domain/clock.ts";
import { callerClaims } from "#server/platform/as-caller.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { invitationMail } from "./server/invitation-mail.ts";

const invited = z.object({ name: z.string().max(200), email: z.string().max(320), role_key: z.string().max(40) });
const opened = z.object({ token: z.string().max(100) });
const hours = 72;

/** What SQL refuses with a sentence for people: the status that says so, or null for anything else. */
const statusOf = (code: unknown) =>
  ({ "42501": 403, PT404: 404, PT409: 409, "23505": 409, "23514": 400 } as const)[String(code)] ?? null;

export const server: ModuleServer = {
  open({ sql, links, mail, env }, { admin, open }) {
    /** All of it in one transaction: no mail without an invitation, and no invitation whose link nobody got. */
    const invite = (headers: Headers, { name, email, role_key: role }: z.infer<typeof invited>) =>
      sql.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${callerClaims(headers)}, true)`;
        // By itself: a statement does not see rows that a function in it has made.
        const [invitation] = await tx<
          { id: string }[]
        >`select public.invite_colleague(${name}, ${email}, ${role}) as id`;
        const [made] = await tx<
          { id: string; email_key: string; name: string; role: string; by: string | null; asks: boolean }[]
        >`
          select invitations.id, email_key, invitations.name, roles.name as role, roles.asks_second_factor as asks, staff.name as by
          from public.invitations join public.roles on roles.id = role_id left join public.staff on staff.user_id = invited_by
          where invitations.id = ${invitation!.id}`;
        const expiresAt = new Date(currentMillis() + hours * 3_600_000);
        const { id, token } = await links.issue({ kind: "invitation", subjectId: made!.id, expiresAt }, tx);
        await tx`update public.invitations set link_id = ${id} where id = ${made!.id}`;
        const link = `${env.SITE_URL}/auth?invitation=${token}`;
        await mail.send(invitationMail({ ...made!, to: made!.email_key, firm: site.name, hours, link }), {
          within: tx,
          expiresAt,
        });
        // Without a provider it lies in a folder of the server until the office sets one up, or hands the link over.
        return { id: made!.id, leaves: Boolean(env.POSTMARK_SERVER_TOKEN || env.SMTP_URL) };
      });
    const answer = async (work: () => Promise<object>) => {
      try {
        return Response.json(await work(), { status: 201 });
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        const status = statusOf(code);
        if (status === null) throw error;
        return Response.json({ code: status, message }, { status });
      }
    };

    admin.route("POST", "/invitations", { may: ["staff add"], takes: "json", maxBytes: 2000 }, async (c) => {
      const given = invited.safeParse(await c.req.json().catch(() => null));
      if (!given.success) return c.json({ code: 400, message: "Write a name and an address, and choose a role" }, 400);
      return answer(() => invite(c.req.raw.headers, given.data));
    });

    // What is not known, used, taken back or over is answered alike in kind: a state and nothing about anyone.
    open.route("POST", "/api/team/join", { takes: "json", maxBytes: 500, perMinute: 10 }, async (c) => {
      const given = opened.safeParse(await c.req.json().catch(() => null));
      const hash = createHash("sha256")
        .update(given.success ? given.data.token : "")
        .digest();
      const [found] = await sql<
        { id: string; email_key: string; name: string; role_name: string; has_account: boolean; state: string }[]
      >`select * from private.invitation_of(${hash})`;
      if (found?.state !== "open") return c.json({ state: found?.state ?? "unknown" });
      await sql`select private.account_for_invitation(${found.id})`;
      const { email_key: email, name, role_name: role, has_account: hasAccount } = found;
      return c.json({ state: "open", email, name, role, hasAccount });
    });
  },
};
