import { createServer } from "node:http";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { colours } from "#content/colours.gen.ts";
import { composeMail, mailTexts } from "#server/supabase/auth/flows/mail-texts.ts";
import { createMail, PermanentFailure, queueMail, type Message } from "./mail.ts";
import { createPostmark } from "./postmark.ts";
import { createSmtp } from "./smtp.ts";

const silent = pino({ level: "silent" });
const message: Message = { to: "ada@example.com", subject: "Hello", text: "Text", html: "<p>Text</p>" };
const lives = { linkSeconds: 3600, codeSeconds: 600 };
const cleanUp: (() => unknown)[] = [];
afterAll(async () => {
  for (const undo of cleanUp) await undo();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe("the outbox", () => {
  it("takes mail when no provider is set, and prints its link", async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "outbox-"));
    cleanUp.push(() => rm(DATA_DIR, { recursive: true }));
    const printed: string[] = [];
    const mail = createMail(
      { DATA_DIR } as Parameters<typeof createMail>[0],
      silent,
      (line) => printed.push(line),
      "hello@guidevane.example",
    );
    expect(mail.provider).toBe("outbox");
    const link = "http://guidevane.test/auth/v1/verify?token=abc";
    mail.send(
      composeMail("ada@example.com", mailTexts.confirmation("Guidevane", ""), {
        ...lives,
        link,
        code: "123456",
        name: "Guidevane",
      }),
    );
    mail.send(message);
    await mail.close();
    const files = await readdir(join(DATA_DIR, "outbox"));
    expect(files).toHaveLength(2);
    expect(files[0]).toMatch(/^[\w-]+\.eml$/);
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
  it.each(Object.keys(mailTexts) as (keyof typeof mailTexts)[])("of %s say the same as text and as HTML", (kind) => {
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
    if (link) {
      expect(mail.text).toContain(link);
      expect(mail.html).toContain(`href="http://guidevane.test/auth/v1/verify?token=abc&#38;type=signup"`);
      expect(mail.html).toContain(colours.paper.accent);
    }
  });

  it("cannot be broken by what someone typed", () => {
    const words = mailTexts.email_change_current("Guidevane", `"><script>alert(1)</script>@example.com`);
    const { html } = composeMail("ada@example.com", words, { ...lives, code: "123456", name: "Guidevane" });
    expect(html).not.toContain("<script");
  });
});

describe("headers", () => {
  it.each([
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com\nBcc: b",
    "a@example.com\u0000",
    "a@example.com\u2028x",
  ])("are never split: %j", (to) => {
    const sent: Message[] = [];
    const mail = queueMail("outbox", async (given) => void sent.push(given), silent);
    expect(() => mail.send({ ...message, to })).toThrow("control characters");
    expect(() => mail.send({ ...message, subject: to })).toThrow("control characters");
    expect(sent).toHaveLength(0);
  });
});

describe("delivery", () => {
  it("is tried again after a passing failure, and not for ever", async () => {
    let tries = 0;
    const recovers = queueMail(
      "smtp",
      async () => {
        tries += 1;
        if (tries < 3) throw new Error("busy");
      },
      silent,
      [1, 1, 1],
    );
    recovers.send(message);
    await expect.poll(() => tries).toBe(3);

    let failed = 0;
    const never = queueMail(
      "smtp",
      async () => {
        failed += 1;
        throw new Error("busy");
      },
      silent,
      [1, 1, 1],
    );
    never.send(message);
    await expect.poll(() => failed).toBe(4);
    await never.close();
    expect(failed).toBe(4);
  });

  it("is given up at once where trying again is of no use", async () => {
    let tries = 0;
    const mail = queueMail(
      "smtp",
      async () => {
        tries += 1;
        throw new PermanentFailure("unknown recipient");
      },
      silent,
      [1, 1],
    );
    mail.send(message);
    await mail.close();
    expect(tries).toBe(1);
  });
});

describe("Postmark", () => {
  it("gets token, addresses and both bodies; a refusal is permanent, an overload is not", async () => {
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
    const deliver = createPostmark("token", "hello@guidevane.example", `http://127.0.0.1:${port}/email`);
    await deliver(message);
    expect(seen[0]).toMatchObject({
      token: "token",
      body: {
        From: "hello@guidevane.example",
        To: "ada@example.com",
        Subject: "Hello",
        TextBody: "Text",
        HtmlBody: "<p>Text</p>",
      },
    });
    status = 422;
    await expect(deliver(message)).rejects.toBeInstanceOf(PermanentFailure);
    status = 503;
    await expect(deliver(message)).rejects.not.toBeInstanceOf(PermanentFailure);
  });
});

describe("SMTP", () => {
  it("sends to exactly the one mailbox", async () => {
    const commands: string[] = [];
    let inData = false;
    const port = await listen(
      createTcpServer((socket) => {
        socket.write("220 test\r\n");
        let rest = "";
        socket.on("data", (chunk) => {
          rest += chunk.toString();
          let end: number;
          while ((end = rest.indexOf("\r\n")) >= 0) {
            const line = rest.slice(0, end);
            rest = rest.slice(end + 2);
            if (inData) {
              if (line === ".") {
                inData = false;
                socket.write("250 taken\r\n");
              }
              continue;
            }
            commands.push(line);
            if (line === "DATA") inData = true;
            socket.write(line === "DATA" ? "354 go\r\n" : line === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
          }
        });
        socket.on("error", () => {});
      }),
    );
    const deliver = createSmtp(`smtp://127.0.0.1:${port}`, "hello@guidevane.example");
    await deliver({ ...message, to: "ada@example.com" });
    expect(commands).toContain("MAIL FROM:<hello@guidevane.example>");
    expect(commands.filter((command) => command.startsWith("RCPT"))).toEqual(["RCPT TO:<ada@example.com>"]);
  });
});
