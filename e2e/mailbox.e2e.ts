// A mailbox, from connecting it to a reply: an IMAP server in this process, a mail on a contact's page, and SAFE that holds the answer.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { mail, startMailServer, user, password } from "../modules/mailbox/testing/mail-server.ts";
import { toast } from "./crm-screen.ts";
import { problemsOf, startServerWith, test } from "./fixtures.ts";
import { addAccounts, addContacts, asAdmin, emptyCrm } from "./people.ts";
import { inDatabase } from "./task-screen.ts";

/** A certificate for this machine alone, which the server under test is told to trust. */
function certificate() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "mailbox-e2e-"));
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const names = [
    "-subj",
    "/CN=127.0.0.1",
    "-addext",
    "subjectAltName=IP:127.0.0.1",
    "-addext",
    "basicConstraints=critical,CA:TRUE",
  ];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      key,
      "-out",
      cert,
      ...names,
    ],
    { stdio: "ignore" },
  );
  return {
    file: cert,
    tls: { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

test("mailbox 1, 18, 19: connected in three steps with its tests shown, mail stands on the contact's page, and a reply is held by SAFE", async ({
  page,
}) => {
  const { file, tls, remove } = certificate();
  const imap = await startMailServer({ tls });
  const server = await startServerWith({ PRIVATE_SERVERS: "true", NODE_EXTRA_CA_CERTS: file });
  try {
    await inDatabase(
      server,
      (sql) => sql`update public.modules set live = true where key in ('outbox', 'timeline', 'mailbox')`,
    );
    await emptyCrm(server);
    await asAdmin(page, server);
    const [account] = await addAccounts(server, [{ name: "Norrfall" }, { name: "Harbour Board" }]);
    const [maren] = await addContacts(server, [
      { name: "Maren Oduya", email: "maren@norrfall.example", account_id: account!.id },
    ]);
    imap.append(
      "INBOX",
      mail({
        from: "Maren Oduya <maren@norrfall.example>",
        to: server.admin.email,
        subject: "Eleven questions",
        text: "Will nine do?\r\n\r\nOn Mon, Dec 2, 2024 Noor wrote:\r\n> Send them as they are.",
      }),
    );

    imap.append(
      "INBOX",
      mail({
        from: "Maren Oduya <maren@norrfall.example>",
        to: server.admin.email,
        subject: "Publishing desk, what our side still wants to know before anybody signs",
        text: "Security has a list of its own.",
      }),
    );

    await page.goto(`${server.url}/admin/settings?tab=mailboxes`);
    await page.getByRole("button", { name: "Connect a mailbox" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect a mailbox" });
    await dialog.getByLabel(/^Address/).fill(server.admin.email);
    await dialog.getByLabel(/^IMAP server/).fill("127.0.0.1");
    await dialog.getByLabel("Port", { exact: true }).fill(String(imap.port));
    await dialog.getByLabel(/^Server to send by/).fill("127.0.0.1");
    await dialog.getByLabel("Port to send by").fill("465");
    await dialog.getByLabel(/^User name/).fill(user);
    await dialog.getByRole("textbox", { name: /^Password/ }).fill("wrong");
    await dialog.getByRole("button", { name: "Test", exact: true }).click();
    await dialog.getByText("Sign-in: The server refused the password.", { exact: false }).waitFor();
    await dialog.getByText("Not reached").waitFor();
    await dialog.getByRole("textbox", { name: /^Password/ }).fill(password);
    await dialog.getByRole("button", { name: "Test", exact: true }).click();
    await dialog
      .getByRole("radio", { name: /The whole text/ })
      .first()
      .check();
    await dialog.getByRole("button", { name: "Go on" }).click();
    expect(await dialog.getByRole("button", { name: "Connect", exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole("checkbox", { name: /^Guidevane reads this mailbox/ }).check();
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await toast(page, `${server.admin.email} is connected. Reading begins now, newest first`);

    await expect
      .poll(() => inDatabase(server, (sql) => sql`select from public.mails`).then((rows) => rows.length))
      .toBe(2);
    await page.goto(`${server.url}/admin/crm/contacts/${maren!.id}?feed=mail`);
    await page.getByRole("list", { name: "Threads" }).getByText("Eleven questions").click();
    await page.getByRole("heading", { name: "Eleven questions" }).waitFor();
    await page.getByText("Will nine do?").last().waitFor();
    // Threads beside it keep to their column, however long their subject is.
    const beside = page.getByRole("list", { name: "Threads" });
    await beside.getByText("Publishing desk").waitFor();
    expect(
      await beside.evaluate(
        (list) =>
          Math.max(...[...list.querySelectorAll("time")].map((time) => time.getBoundingClientRect().right)) -
          list.getBoundingClientRect().right,
      ),
    ).toBeLessThan(0);
    expect(await page.getByText("> Send them as they are.").count()).toBe(0);
    await page.getByRole("button", { name: /^Show what Maren quoted/ }).click();
    await page.getByText("> Send them as they are.").waitFor();

    // Filed by hand with a company to which nobody on it leads, and taken off again.
    await page.getByRole("button", { name: "File with..." }).click();
    const filing = page.getByRole("dialog", { name: "File this thread with a record" });
    await filing.getByRole("button", { name: "File it" }).click();
    await filing.getByText(/^Choose a/).waitFor();
    await filing.getByRole("button", { name: "Company" }).click();
    await filing.getByRole("combobox", { name: "Company" }).fill("Harbour");
    await page.getByRole("option", { name: /Harbour Board/ }).click();
    await filing.getByRole("button", { name: "File it" }).click();
    const filedWith = page.getByRole("list", { name: "Filed by hand with" });
    await filedWith.getByRole("link", { name: "Harbour Board" }).click();
    await page.getByRole("list", { name: "Threads" }).getByText("Eleven questions").click();
    await page.getByRole("button", { name: "No longer file with Harbour Board" }).click();
    await filedWith.waitFor({ state: "detached" });

    await page.getByRole("textbox", { name: "Reply to Maren Oduya" }).fill("Nine will do.");
    await page.getByRole("button", { name: "Queue reply" }).click();
    const question = page.getByRole("dialog", { name: "Send this reply?" });
    await question.getByText("Re: Eleven questions").waitFor();
    await question.getByRole("button", { name: "Queue reply" }).click();
    await toast(page, "Reply written: SAFE holds it in the outbox");
    await page
      .getByRole("article", { name: /^Reply by/ })
      .getByText("Written, not sent: held by SAFE")
      .waitFor();
    expect(imap.folder("Sent").messages).toEqual([]);
    const rows = await inDatabase(
      server,
      (sql) => sql`select to_address, subject, state, origin_kind from public.outbox where class <> 'system'`,
    );
    expect(rows).toEqual([
      { to_address: "maren@norrfall.example", subject: "Re: Eleven questions", state: "held", origin_kind: "mailbox" },
    ]);

    // What is kept about her, her mail included, as a page that she can be sent.
    await page.goto(`${server.url}/admin/crm/contacts/${maren!.id}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Copy of their data" }).click();
    const copy = page.getByRole("dialog", { name: "Copy of their data" });
    await copy.getByRole("listitem").filter({ hasText: "Mail2" }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      copy.getByRole("button", { name: "Save as a page" }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^kept-maren-oduya-\d{4}-\d\d-\d\d\.html$/);
    const text = readFileSync((await saved.path())!, "utf8");
    expect(text).toContain("Maren Oduya maren@norrfall.example");
    expect(text).toContain("Will nine do?");
    // The refusal is an answer of 403, which browsers print.
    expect(problemsOf(page).filter((problem) => !problem.includes("403"))).toEqual([]);
  } finally {
    await server.throwAway();
    await imap.close();
    remove();
  }
});
