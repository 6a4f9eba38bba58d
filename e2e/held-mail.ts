// An outbox with mail that SAFE held, and a server that takes what leaves, for tests of the way out.
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { Browser, Page } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { expect, inject } from "vitest";
import { desktop } from "./fixtures.ts";
import { putInOutbox } from "./outreach-screen.ts";
import { addAccounts, addContacts, addPerson, asOwner, signInAs } from "./people.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { inDatabase, switchOn } from "./task-screen.ts";

/** Takes everything and keeps it. */
async function openMailbox() {
  const raw: Buffer[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        raw.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    raw,
    read: (at: number): Promise<Email> => PostalMime.parse(raw[at] ?? ""),
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Four messages are held or uncertain; then publishing is switched on, and an administrator looks at the outbox. */
export async function withHeldMail(
  browser: Browser,
  look: (page: Page, server: RunningServer, mailbox: Awaited<ReturnType<typeof openMailbox>>) => Promise<void>,
): Promise<void> {
  const mailbox = await openMailbox();
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), "guidevane-e2e-"));
  const settings = { DATA_DIR, SMTP_URL: mailbox.url, MAIL_FROM: "Guidevane <hello@guidevane.example>" };
  let server = await startServer(settings, inject("preparedData"));
  const context = await browser.newContext({ viewport: desktop, reducedMotion: "reduce" });
  try {
    await switchOn(server, "outbox");
    const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
    const [maren] = await addContacts(server, [
      { name: "Maren Oduya", email: "maren@norrfall.example", account_id: account!.id },
    ]);
    await putInOutbox(server, [
      {
        to: "maren@norrfall.example",
        subject: "Did it arrive?",
        text: "Dear Maren,\n\nno more of this: {{unsubscribe_url}}",
        html: '<p style="color:#123">Dear Maren,</p><p>no more of this: <a href="{{unsubscribe_url}}">unsubscribe</a></p>',
        class: "outreach",
        contact: maren!.id,
      },
      { to: "other@elsewhere.example", subject: "Stays held" },
      { to: "one@perhaps.example", subject: "It had left" },
      { to: "two@perhaps.example", subject: "It never left" },
    ]);
    // As a server leaves them that died while it handed them over.
    await inDatabase(
      server,
      (sql) => sql`
        update public.outbox set state = 'uncertain', attempts = 1, provider = 'smtp', taken_at = now(), finished_at = now(),
          gate_code = 'server_stopped'
        where to_address like '%@perhaps.example'`,
    );
    await server.stop();
    expect(mailbox.raw).toEqual([]);

    // Publishing is switched on: what was held stays held.
    server = await startServer({ ...settings, AUTO_PUBLISH: "true" });
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    await signInAs(page, server, await addPerson(server, { admin: true }));
    await page.goto(`${server.url}/admin/outbox?tab=held`);
    await look(page, server, mailbox);
  } finally {
    await context.close();
    await server.stop();
    await mailbox.close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

export const stateOf = async (server: RunningServer, subject: string): Promise<string | undefined> =>
  (await asOwner<{ state: string }[]>(server, `/rest/v1/outbox?subject=eq.${subject}&select=state`))[0]?.state;
