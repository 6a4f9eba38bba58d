// The way of a message out of the house: held in SAFE, looked at, released by a person once publishing is on, arrived exactly once;
// and the recipient's way out of further ones.
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect, inject } from "vitest";
import { toast } from "./crm-screen.ts";
import { desktop, test } from "./fixtures.ts";
import { message, putInOutbox } from "./outreach-screen.ts";
import { addAccounts, addContacts, addPerson, asOwner, signInAs } from "./people.ts";
import { startServer } from "./start-server.ts";
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

test(
  "outbox 4: held in SAFE, a message leaves once when a person releases it with publishing on; one button unsubscribes; " +
    "all are released after a second check, and an uncertain one is settled",
  async ({ browser }) => {
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
      await page.getByText("Publishing is on.").waitFor();
      await message(page, "Did it arrive?").click();
      const article = page.getByRole("article");
      await article.getByText("Dear Maren,", { exact: false }).waitFor();
      await article.getByRole("button", { name: "HTML" }).click();
      await article.locator("iframe").contentFrame().getByText("Dear Maren,").waitFor();
      expect(mailbox.raw).toEqual([]);
      await page.getByRole("button", { name: "Release and send" }).click();
      const check = page.getByRole("dialog", { name: "Send this message?" });
      await check.getByText("maren@norrfall.example", { exact: false }).waitFor();
      await check.getByRole("button", { name: "Send it now" }).click();
      await toast(page, "1 message released");
      await expect.poll(() => mailbox.raw.length).toBe(1);
      await page.getByRole("tab", { name: /^Sent/ }).click();
      await message(page, "Did it arrive?").waitFor();
      await page.getByRole("article").getByText("Released by").waitFor();

      const mail = await mailbox.read(0);
      expect(mail).toMatchObject({ subject: "Did it arrive?", to: [{ address: "maren@norrfall.example" }] });
      expect(mail.text).toContain("Dear Maren,");
      const address = /https?:\/\/\S+\/u\/[\w-]+/.exec(mail.text ?? "")?.[0];
      expect(address).toBeDefined();
      expect(mail.html).toContain(address);

      // Looking changes nothing: mail scanners open every address.
      const stops = () => asOwner<unknown[]>(server, "/rest/v1/suppressions?select=reason,scope&lifted_at=is.null");
      const reader = await browser.newContext({ viewport: desktop, javaScriptEnabled: false });
      const unsubscribe = await reader.newPage();
      const opened = await unsubscribe.goto(new URL(new URL(address!).pathname, server.url).href);
      expect(opened?.status()).toBe(200);
      expect(opened?.headers()).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
      expect(await stops()).toEqual([]);
      await unsubscribe.getByRole("button").click();
      await unsubscribe.waitForLoadState();
      expect(await stops()).toEqual([{ reason: "unsubscribe", scope: "outreach" }]);
      await reader.close();
      await page.getByRole("tab", { name: "Stop list" }).click();
      await page.getByText("Unsubscribed", { exact: false }).waitFor();

      // Nothing of it was sent twice, and what no one released has not left.
      expect(mailbox.raw).toHaveLength(1);
      const stateOf = async (subject: string) =>
        (await asOwner<{ state: string }[]>(server, `/rest/v1/outbox?subject=eq.${subject}&select=state`))[0]?.state;
      expect(await stateOf("Stays held")).toBe("held");

      // outbox 6: an uncertain one is repeated by no one but a person who has looked.
      const settle = async (subject: string, as: string, said: string) => {
        await page.getByRole("tab", { name: /^Uncertain/ }).click();
        await message(page, subject).click();
        await page.getByRole("article").getByRole("heading", { name: subject }).waitFor();
        await page.getByRole("button", { name: "Settle", exact: true }).click();
        const question = page.getByRole("dialog", { name: "Did it leave?" });
        await question.getByRole("button", { name: "Settle" }).click();
        await question.getByText("Choose one of the two.", { exact: false }).waitFor();
        await question.getByRole("radio", { name: as }).check();
        await question.getByRole("button", { name: "Settle" }).click();
        await toast(page, said);
      };
      await settle("It had left", "It left", "Settled: it has left");
      await settle("It never left", "It did not leave", "Settled: it is sent again");
      await expect.poll(() => mailbox.raw.length).toBe(2);
      expect((await mailbox.read(1)).subject).toBe("It never left");
      expect(await stateOf("It had left")).toBe("sent");

      // All that is held, after a box is ticked; one more that came in the meantime, and nothing leaves.
      await page.getByRole("tab", { name: /^Held/ }).click();
      const all = async (count: number) => {
        await page.getByRole("button", { name: "Release all held" }).click();
        const question = page.getByRole("dialog", { name: new RegExp(`^Send all ${count} held`) });
        const send = question.getByRole("button", { name: `Send ${count} now` });
        expect(await send.isDisabled()).toBe(true);
        await question.getByRole("checkbox").check();
        return { question, send };
      };
      const first = await all(1);
      await inDatabase(server, (sql) =>
        sql.begin(async (tx) => {
          await tx`update private.outbox_gate set is_open = false`;
          await tx`select private.put_in_outbox('{"class": "transactional", "dedupe_key": "late", "origin_kind": "mail",
            "to_address": "late@elsewhere.example", "subject": "Came meanwhile", "body_text": "Hello"}')`;
          await tx`update private.outbox_gate set is_open = true`;
        }),
      );
      await first.send.click();
      await page.getByText("There are 2 now, not 1. Look again.").waitFor();
      expect(mailbox.raw).toHaveLength(2);
      await first.question.getByRole("button", { name: "Keep held" }).click();
      await message(page, "Came meanwhile").waitFor();
      await (await all(2)).send.click();
      await toast(page, "2 messages released");
      await expect.poll(() => mailbox.raw.length).toBe(4);
      const subjects = await Promise.all([2, 3].map(async (at) => (await mailbox.read(at)).subject));
      expect(subjects.toSorted()).toEqual(["Came meanwhile", "Stays held"]);
    } finally {
      await context.close();
      await server.stop();
      await mailbox.close();
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  },
);
