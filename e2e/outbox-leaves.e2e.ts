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
import { switchOn } from "./task-screen.ts";

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
  "outbox 4: held in SAFE, a message leaves once when a person releases it with publishing on; one button unsubscribes",
  { timeout: 180_000 },
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
      ]);
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
      await expect.poll(() => mailbox.raw.length, { timeout: 30_000 }).toBe(1);
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

      // Nothing of it was sent twice, and what nobody released has not left.
      expect(mailbox.raw).toHaveLength(1);
      const held = await asOwner<{ state: string }[]>(server, "/rest/v1/outbox?subject=eq.Stays held&select=state");
      expect(held).toEqual([{ state: "held" }]);
    } finally {
      await context.close();
      await server.stop();
      await mailbox.close();
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  },
);
