import { expect, test } from "vitest";
import { htmlOfText } from "./html-of-text.ts";

test("a mail written as text has its lines, its addresses as links and nothing that runs", () => {
  expect(htmlOfText('a <b> & "c"\nd')).toBe("<p>a &lt;b&gt; &amp; &quot;c&quot;<br>d</p>");
  expect(htmlOfText("Read it (https://guidevane.example/p/a_-1?x=1&y=2).\nBye")).toBe(
    '<p>Read it (<a href="https://guidevane.example/p/a_-1?x=1&amp;y=2">https://guidevane.example/p/a_-1?x=1&amp;y=2</a>).<br>Bye</p>',
  );
  expect(htmlOfText("javascript:alert(1) https://x.example/'><script>")).toBe(
    '<p>javascript:alert(1) <a href="https://x.example/&#39;">https://x.example/&#39;</a>&gt;&lt;script&gt;</p>',
  );
});
