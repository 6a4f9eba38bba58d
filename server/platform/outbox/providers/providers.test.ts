// The three ways a mail can leave, each against a server of the real kind.
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";
import { colours } from "#content/colours.gen.ts";
import { composeMail, mailTexts } from "#server/supabase/auth/flows/mail-texts.ts";
import { MailboxRefused, type Outgoing, PermanentFailure, UncertainDelivery } from "../outgoing.ts";
import { createMailProvider, type MailEnv } from "../providers.ts";
import { createPostmark } from "./postmark.ts";
import { createSmtp } from "./smtp.ts";

const id = "0199c0de-0000-7000-8000-000000000001";
const message: Outgoing = {
  id,
  isOutreach: false,
  to: "ada@example.com",
  from: null,
  subject: "Hello",
  text: "Text",
  html: "<p>Text</p>",
  messageId: `<${id}@guidevane.example>`,
  headers: {},
  attachments: [],
};
const cleanUp: (() => unknown)[] = [];
afterAll(async () => {
  for (const undo of cleanUp) await undo();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe("the folder", () => {
  test("takes mail when no provider is set, one file per mail however often it is written, and prints its link", async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "outbox-"));
    cleanUp.push(() => rm(DATA_DIR, { recursive: true }));
    const printed: string[] = [];
    const env = { DATA_DIR } as MailEnv;
    const { name, deliver } = createMailProvider(env, (line) => printed.push(line), "hello@guidevane.example");
    expect(name).toBe("folder");
    const link = "http://guidevane.test/auth/v1/verify?token=abc";
    await deliver({ ...message, link });
    await deliver({ ...message, link });
    const files = await readdir(join(DATA_DIR, "outbox"));
    expect(files).toEqual([`${id}.eml`]);
    const path = join(DATA_DIR, "outbox", files[0]!);
    const eml = await readFile(path, "utf8");
    expect(eml).toMatch(/^From: hello@guidevane\.example$/m);
    expect(eml).toMatch(/^To: ada@example\.com$/m);
    expect(eml).toMatch(/^Content-Type: multipart\/alternative/m);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(printed.join("\n")).toContain(link);
  });
});

describe("bodies", () => {
  const lives = { linkSeconds: 3600, codeSeconds: 600 };

  test.each(Object.keys(mailTexts) as (keyof typeof mailTexts)[])("of %s say the same as text and as HTML", (kind) => {
    const words = mailTexts[kind]("Guidevane", "new@example.com");
    const link = words.action ? "http://guidevane.test/auth/v1/verify?token=abc&type=signup" : undefined;
    const mail = composeMail("ada@example.com", words, {
      ...lives,
      code: "123456",
      name: "Guidevane",
      ...(link && { link }),
    });
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain("123456");
      expect(body).toContain(words.otherwise);
    }
    if (!link) return;
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="http://guidevane.test/auth/v1/verify?token=abc&#38;type=signup"`);
    expect(mail.html).toContain(colours.paper.accent);
  });

  test("cannot be broken by what someone typed", () => {
    const words = mailTexts.email_change_current("Guidevane", `"><script>alert(1)</script>@example.com`);
    const { html } = composeMail("ada@example.com", words, { ...lives, code: "123456", name: "Guidevane" });
    expect(html).not.toContain("<script");
  });
});

const postmarkAt = (port: number) =>
  createPostmark({ token: "token", from: "hello@guidevane.example", address: `http://127.0.0.1:${port}` }).deliver;

describe("Postmark", () => {
  test("gets token, addresses and both bodies; a refusal is permanent, an overload is not", async () => {
    const seen: { token: string | undefined; body: Record<string, unknown> }[] = [];
    let status = 200;
    const port = await listen(
      createServer((request, response) => {
        let text = "";
        request.on("data", (chunk) => (text += chunk));
        request.on("end", () => {
          seen.push({ token: String(request.headers["x-postmark-server-token"]), body: JSON.parse(text) });
          response.writeHead(status).end("{}");
        });
      }),
    );
    const deliver = postmarkAt(port);
    await deliver(message);
    expect(seen[0]).toMatchObject({
      token: "token",
      body: {
        From: "hello@guidevane.example",
        To: "ada@example.com",
        Subject: "Hello",
        TextBody: "Text",
        HtmlBody: "<p>Text</p>",
        Metadata: { id },
      },
    });
    status = 422;
    await expect(deliver(message)).rejects.toBeInstanceOf(PermanentFailure);
    status = 503;
    const overloaded = deliver(message);
    await expect(overloaded).rejects.toThrow("Postmark answered 503");
    await expect(overloaded).rejects.not.toBeInstanceOf(PermanentFailure);
  });

  test("that hangs up without an answer may have taken the mail; one that is not there has not", async () => {
    const port = await listen(
      createTcpServer((socket) => socket.once("data", () => socket.destroy()).on("error", () => {})),
    );
    const cut = postmarkAt(port);
    await expect(cut(message)).rejects.toBeInstanceOf(UncertainDelivery);
    const closed = createTcpServer();
    const free = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    const absent = postmarkAt(free);
    await expect(absent(message)).rejects.not.toBeInstanceOf(UncertainDelivery);
  });
});

describe("SMTP", () => {
  async function smtp(options: SMTPServerOptions) {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], ...options });
    server.on("error", () => {});
    const port = await listen(server.server);
    cleanUp.push(() => new Promise<void>((resolve) => server.close(resolve)));
    return createSmtp(`smtp://127.0.0.1:${port}`, "hello@guidevane.example").deliver;
  }

  test("sends to exactly the one mailbox, under an id made from the row's", async () => {
    const envelopes: unknown[] = [];
    let raw = Buffer.alloc(0);
    const deliver = await smtp({
      onData(stream, session, done) {
        envelopes.push(session.envelope.rcptTo.map(({ address }) => address));
        stream.on("data", (piece: Buffer) => (raw = Buffer.concat([raw, piece])));
        stream.on("end", () => done());
      },
    });
    await deliver({ ...message, to: "ada@example.com" });
    expect(envelopes).toEqual([["ada@example.com"]]);
    const parsed = await PostalMime.parse(raw);
    expect(parsed).toMatchObject({ subject: "Hello", messageId: `<${id}@guidevane.example>` });
    expect(parsed.text?.trim()).toBe("Text");
  });

  const refusing = (responseCode: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error("no ada@example.com"), { responseCode })),
  });

  test("a refusal is permanent, a passing trouble is not, and neither repeats the address", async () => {
    const refused = (await smtp(refusing(550)))(message);
    await expect(refused).rejects.toBeInstanceOf(MailboxRefused);
    await expect(refused).rejects.not.toThrow("ada@");
    const busy = (await smtp(refusing(451)))(message);
    await expect(busy).rejects.not.toBeInstanceOf(PermanentFailure);
    await expect(busy).rejects.not.toBeInstanceOf(UncertainDelivery);
  });

  test("a server that is not there has taken nothing", async () => {
    const closed = createTcpServer();
    const free = await listen(closed);
    await new Promise((resolve) => closed.close(resolve));
    const absent = createSmtp(`smtp://127.0.0.1:${free}`, "hello@guidevane.example").deliver(message);
    await expect(absent).rejects.toThrow("The SMTP server refused the connection");
    await expect(absent).rejects.not.toBeInstanceOf(UncertainDelivery);
  });

  test("a server whose name nobody knows is named as that", async () => {
    const unknown = createSmtp("smtp://nowhere.invalid:25", "hello@guidevane.example").deliver(message);
    await expect(unknown).rejects.toThrow("The name of the SMTP server was not found");
    await expect(unknown).rejects.not.toBeInstanceOf(PermanentFailure);
  });

  test("a server that hangs up after the text may have taken the mail", async () => {
    // smtp-server keeps its sockets to itself: a plain server plays the part.
    const port = await listen(
      createTcpServer((socket) => {
        socket.write("220 test\r\n");
        let data = false;
        socket.on("error", () => {});
        socket.on("data", (chunk) => {
          const text = chunk.toString();
          if (data) {
            if (text.endsWith("\r\n.\r\n")) socket.destroy();
            return;
          }
          if (text.startsWith("DATA")) {
            data = true;
            socket.write("354 go\r\n");
          } else socket.write("250 ok\r\n");
        });
      }),
    );
    await expect(
      createSmtp(`smtp://127.0.0.1:${port}`, "hello@guidevane.example").deliver(message),
    ).rejects.toBeInstanceOf(UncertainDelivery);
  });
});
