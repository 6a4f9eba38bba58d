import { expect, test } from "vitest";
import { contentDisposition, escapeHtml } from "./safe-text.ts";

test("links 10: what people typed is text on a page, never markup", () => {
  const typed = `"><img src=x onerror='alert(1)'>&amp;`;
  expect(escapeHtml(typed)).toBe("&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;&amp;amp;");
});

test.each([
  ["offer.pdf", `attachment; filename="offer.pdf"; filename*=UTF-8''offer.pdf`],
  ["Käse – 表.pdf", `attachment; filename="K_se _ _.pdf"; filename*=UTF-8''K%C3%A4se%20%E2%80%93%20%E8%A1%A8.pdf`],
  [
    'a"b\r\nSet-Cookie: x=1',
    `attachment; filename="a_b__Set-Cookie: x=1"; filename*=UTF-8''a%22b__Set-Cookie%3A%20x%3D1`,
  ],
  ["../../etc/passwd", `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ["it's (1).pdf", `attachment; filename="it's (1).pdf"; filename*=UTF-8''it%27s%20%281%29.pdf`],
  ["", `attachment; filename="file"; filename*=UTF-8''file`],
  ["half \ud83d", `attachment; filename="half _"; filename*=UTF-8''half%20%EF%BF%BD`],
])("links 10: a file called %j is sent under that name and nothing else", (name, header) => {
  expect(contentDisposition("attachment", name)).toBe(header);
});
