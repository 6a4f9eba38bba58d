// What a server does on a day that needs packages beside its own code: reads a mail, makes a PDF with a picture, an e-invoice. Started in a
// tree without development packages (tools/check/pruned-tree.all.test.ts), so it loads nothing that is for tests.
import { text } from "node:stream/consumers";
import { mailParser } from "../../modules/mailbox/server/reading/parser.ts";
import { makeXml } from "../../modules/invoices/server/e-invoice.ts";
import { createPdf } from "../../server/platform/pdf/pdf.ts";

const { bill, logo } = JSON.parse(await text(process.stdin)) as { bill: Parameters<typeof makeXml>[0]; logo: string };

const message =
  "From: Maren <maren@norrfall.example>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMessage-ID: <1@x>\r\n\r\n";
const raw = { uid: 1, headers: Buffer.from(message), arrivedAt: new Date().toISOString(), partSizes: [] };
const [mail] = await mailParser("daily work").headers([raw]);

const pdf = createPdf();
const document = await pdf({
  title: "Letter",
  author: "Guidevane",
  mark: "Guidevane",
  foot: "Guidevane",
  date: "2026-01-02T00:00:00Z",
  blocks: [
    { kind: "logo", src: logo },
    { kind: "title", text: "Γειά, Привет, 你好" },
  ],
});
await pdf.close();

const xml = await makeXml(bill);
const file = Buffer.from(document).toString("latin1");
console.log(JSON.stringify({ subject: mail?.subject, pdf: file.slice(0, 5), picture: file.includes("/Image"), xml }));
// A thread that waits for the next mail would keep it alive.
process.exit(0);
