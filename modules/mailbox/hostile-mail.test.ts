// What parsing makes of mail that was written to do harm (hostile-mail.all.test.ts reads it from a server).
import { expect, test } from "vitest";
import { readHeaders } from "./server/reading/headers.ts";
import { cutToBytes } from "./server/reading/clean-html.ts";
import { createMailThread, mailParser } from "./server/reading/parser.ts";
import { readStructure } from "./server/reading/structure.ts";
import { decodePart, readWords } from "./server/reading/words.ts";
import { mail } from "./testing/mail-server.ts";

const dana = "Dana Okafor <dana@guidevane.example>";
const ada = "Ada Lind <ada@norrfall.example>";

test("mailbox 7: latin-1 is read, and a text is cut between characters", async () => {
  const part = (bytes: Uint8Array, more: object = {}) => ({
    type: "text/plain",
    encoding: "8bit",
    charset: "iso-8859-1",
    bytes,
    isCut: false,
    ...more,
  });
  expect(await readWords(part(Buffer.from("caf\u00e9", "latin1")), null)).toMatchObject({
    text: expect.stringMatching(/^caf\u00e9/),
    unreadable: false,
  });
  expect(cutToBytes("a\u20ac\u20ac", 5)).toBe("a\u20ac");
  expect(cutToBytes("\u0000a\ud800", 10)).toBe("a\ufffd");
});

test.each([
  ["no character set, 8bit", "", "8bit", Buffer.from("Gr\u00fc\u00dfe")],
  ["no character set, base64", "", "base64", Buffer.from(Buffer.from("Gr\u00fc\u00dfe").toString("base64"))],
  ["no character set, quoted-printable", "", "quoted-printable", Buffer.from("Gr=C3=BC=\r\n=C3=9Fe")],
  ["us-ascii that is UTF-8", "us-ascii", "8bit", Buffer.from("Gr\u00fc\u00dfe")],
  ["no character set that is Latin-1", "", "8bit", Buffer.from("Gr\u00fc\u00dfe", "latin1")],
  ["Latin-1 as it says, though it would be UTF-8", "iso-8859-1", "8bit", Buffer.from("Gr\u00fc\u00dfe", "latin1")],
  ["UTF-7", "utf-7", "7bit", Buffer.from("Gr+APwA3w-e")],
  ["DOS", "cp850", "8bit", Buffer.from([0x47, 0x72, 0x81, 0xe1, 0x65])],
])("audit-4 I6: %s is read as it was written", async (_what, charset, encoding, bytes) => {
  for (const type of ["text/plain", "text/html"])
    expect((await decodePart({ type, charset, encoding, bytes, isCut: false })).trim()).toBe("Gr\u00fc\u00dfe");
});

test("audit-4 I6: HTML that names its own character set is read with it", async () => {
  const bytes = Buffer.from('<meta charset="iso-8859-1">Gr\u00fc\u00dfe', "latin1");
  expect(await decodePart({ type: "text/html", charset: "", encoding: "8bit", bytes, isCut: false })).toContain(
    "Gr\u00fc\u00dfe",
  );
});

test("mailbox 7: a message that keeps the parser busy is one that cannot be read; the thread starts again for the next", async () => {
  const thread = createMailThread({ seconds: 0.000_001 });
  const parser = mailParser("a mailbox", thread);
  const words = await parser.words(
    { type: "text/plain", encoding: "7bit", charset: "", bytes: Buffer.from("x ".repeat(200_000)), isCut: false },
    null,
  );
  expect(typeof words.unreadable).toBe("boolean");
  await thread.close();
  await expect(parser.headers([])).resolves.toEqual([]);
});

test("mailbox 5: what a mail is known by does not change with its folder, and does with its words", async () => {
  const identity = async (raw: string) =>
    (
      await readHeaders({
        uid: 1,
        headers: Buffer.from(raw.split("\r\n\r\n")[0]!),
        arrivedAt: new Date().toISOString(),
        partSizes: [5],
      })
    ).identity;
  const written = { from: ada, to: dana, subject: "Same", id: "<a@b>", date: "Mon, 16 Nov 2026 09:00:00 +0000" };
  const one = await identity(mail(written));
  expect(
    await identity(mail({ ...written, from: "ADA LIND <Ada@Norrfall.example>", headers: { Received: "elsewhere" } })),
  ).toBe(one);
  for (const other of [
    { subject: "Other" },
    { id: "<b@b>" },
    { date: "Mon, 16 Nov 2026 09:00:01 +0000" },
    { from: "bo@norrfall.example" },
  ])
    expect(await identity(mail({ ...written, ...other })), JSON.stringify(other)).not.toBe(one);
});

test("mailbox 7: the structure that a server describes is not followed for ever", () => {
  const deep = { type: "multipart/mixed", childNodes: [] as object[] };
  let at = deep;
  for (let n = 0; n < 10_000; n += 1) {
    const next = { type: "multipart/mixed", childNodes: [] as object[] };
    at.childNodes.push(next);
    at = next;
  }
  expect(readStructure(deep as never)).toMatchObject({ text: null, files: [] });
});
