// Templates on a real database, through the module's own endpoints.
import { expect, test, vi } from "vitest";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { type FillOptions, fillMail } from "#server/platform/templates/fill.ts";
import { parseSource } from "#server/platform/templates/engine.ts";
import { pageToMarked } from "#server/platform/templates/hand-written-page.ts";
import { allTags, mergeFields } from "./merge-fields.ts";
import { server } from "./server.ts";
import { awkwardValues, emptyValues, exampleValues } from "./server/awkward.ts";
import { checkTemplate } from "./server/check.ts";

const { sql } = await testDatabase();
const noor = await addUser(sql, { admin: true });
await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${noor}`;
await sql`update public.modules set live = true where key = 'templates'`;
const [account] = await sql<{ id: string }[]>`
  insert into public.accounts (name, industry) values ('Arcadine', null) returning id`;
const contactOf = async (name: string, title: string | null) => {
  const [row] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email, title)
    values (${account!.id}, ${name}, ${`${name.split(" ")[0]!.toLowerCase()}@arcadine.example`}, ${title}) returning id`;
  return row!.id;
};
const ruth = await contactOf("Ruth Amsel", "Dean");
const untitled = await contactOf("Ivo Quint", null);

const site = moduleSite(sql, "templates", server, { settings: { MAIL_FROM: "Guidevane <hello@guidevane.example>" } });
/** The session's token; requireAdmin is the platform's, and has looked at it. */
const token = `e30.${Buffer.from(JSON.stringify({ sub: noor })).toString("base64url")}.x`;
async function post<T>(path: string, body: object): Promise<{ status: number; body: T }> {
  const response = await site.ask(`/api/templates/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}
interface Remark {
  place: string;
  line: number;
  column: number;
  message: string;
  tag?: string;
  nearest?: string;
}
interface Saved {
  id: string;
  version: number;
  version_id: string;
  warnings: Remark[];
}
const options: FillOptions = {
  sender: { name: "Noor Marchetti", email: "hello@guidevane.example" },
  bookingUrl: "https://guidevane.test/contact",
  outreach: false,
};
const written = (body_text: string, more: object = {}) => ({
  purpose: "transactional" as const,
  subject: "Hello",
  body_text,
  body_html: null,
  ...more,
});
const check = (body_text: string, more: object = {}) => checkTemplate(written(body_text, more));
const fill = (
  body_text: string,
  values: Parameters<typeof fillMail>[1] = exampleValues,
  more: object = {},
  with_: Partial<FillOptions> = {},
) => fillMail(written(body_text, more), values, { ...options, ...with_ });

test("templates 1: a tag that nobody knows is refused with its line and column and the nearest known name", async () => {
  const { status, body } = await post<{ problems: Remark[] }>("save", {
    name: "Wrong",
    ...written("Dear colleague,\n\nhello {{ contact.firstname }} of {{ acount.name }}"),
  });
  expect(status).toBe(422);
  expect(body.problems).toMatchObject([
    { place: "body_text", line: 3, column: 10, tag: "contact.firstname", nearest: "contact.first_name" },
    { place: "body_text", line: 3, column: 37, tag: "acount.name", nearest: "account.name" },
  ]);
  expect(body.problems[0]!.message).toContain("Did you mean contact.first_name?");
  expect(await sql`select from public.mail_templates`).toHaveLength(0);
});

test.each([
  ["{{ contact.name", "not closed"],
  ["{% if contact.name %}x", "not closed"],
  ["{% for x in contact.name %}x{% endfor %}", "no tag called for"],
  ["{{ contact.name | date: '%Y' }}", "no filter called date"],
  ["{% assign x = 1 %}", "no tag called assign"],
  ["{% include 'x' %}", "no tag called include"],
  ["{{ contact.name.constructor }}", "Nothing is called contact.name.constructor"],
  ["{{ constructor }}", "Nothing is called constructor"],
  ["Dear {first_name}", "two braces"],
  ["[here](javascript:alert(1))", "link leads to"],
])("templates 1: %s is refused", (source, message) => {
  expect(
    check(source)
      .problems.map((problem) => problem.message)
      .join(" "),
  ).toContain(message);
});

test("templates 1: every tag is known to code and database alike, and null where nothing is known", async () => {
  const [row] = await sql<{ values: Record<string, Record<string, unknown>> }[]>`
    select private.merge_values(${ruth}) as values`;
  const paths = Object.entries(row!.values).flatMap(([group, { own, ...keys }]) => [
    ...Object.keys(keys).map((key) => `${group}.${key}`),
    ...Object.keys(own ?? {}).map((key) => `${group}.own.${key}`),
  ]);
  expect(paths.toSorted()).toEqual(mergeFields.map(({ path }) => path).toSorted());
  expect(check(allTags.map(({ path }) => `{{ ${path} }}`).join(" ")).problems).toEqual([]);
});

test("templates 2: a tag that may be empty needs other words; without, saving warns", async () => {
  const { status, body } = await post<Saved>("save", { name: "Warned", ...written("Dear {{ contact.title }}") });
  expect(status).toBe(200);
  expect(body.warnings).toMatchObject([{ tag: "contact.title", line: 1, column: 9 }]);
  const [kept] = await sql`select tags, needs from public.mail_template_versions where id = ${body.version_id}`;
  expect(kept).toEqual({ tags: ["contact.title"], needs: ["contact.title"] });
  for (const guarded of [
    '{{ contact.title | default: "colleague" }}',
    "{% if contact.title %}{{ contact.title }}{% else %}colleague{% endif %}",
    '{{ contact.title | default: contact.role | default: "colleague" }}',
  ])
    expect(check(guarded), guarded).toMatchObject({ warnings: [], needs: [] });
  expect(check("{{ contact.title | default: contact.role }}").needs).toEqual(["contact.role"]);
});

test("templates 2: a mail to a contact without the value is not written, and the refusal names contact and tag", async () => {
  const template = written("Dear {{ contact.title }}");
  const { status, body } = await post<{ message: string }>("test", { ...template, contact_id: untitled });
  expect(status).toBe(422);
  expect(body.message).toBe("Ivo Quint has no value for Title.");
  expect(fill('Dear {{ contact.title | default: "colleague" }}', emptyValues)).toMatchObject({
    missing: [],
    text: "Dear colleague\n",
  });
});

test("templates 3: a preview shows a real, an empty and an awkward contact", async () => {
  interface Shown {
    contact_name: string;
    text: string;
    html: string;
    text_parts: { text: string; tag?: string; from?: string }[];
    missing: { path: string; label: string }[];
  }
  const { body } = await post<Record<"real" | "empty" | "awkward", Shown>>("preview", {
    ...written('Dear {{ contact.name }}, {{ contact.title }} of {{ account.industry | default: "your field" }}'),
    contact_id: ruth,
  });
  expect(body.real).toMatchObject({
    contact_name: "Ruth Amsel",
    text: "Dear Ruth Amsel, Dean of your field\n",
    missing: [],
  });
  expect(body.real.text_parts).toEqual([
    { text: "Dear " },
    { text: "Ruth Amsel", tag: "contact.name", from: "record" },
    { text: ", " },
    { text: "Dean", tag: "contact.title", from: "record" },
    { text: " of " },
    { text: "your field", tag: "account.industry", from: "fallback" },
  ]);
  expect(body.empty.missing).toEqual([{ path: "contact.title", label: "Title" }]);
  expect(body.awkward.text).toContain(awkwardValues.contact!.name);
  expect(body.awkward.html).toContain("Zoë &quot;Zed&quot; O&#39;Hara-&lt;b&gt;Quint&lt;/b&gt; &amp; Söhne 🦉");
  expect(body.awkward.html).not.toContain("<script>");
});

test("templates 4: what still looks like a tag after filling does not leave: subject, text, page, links", () => {
  const named = { ...exampleValues, contact: { ...exampleValues.contact, name: "{{unsubscribe_url}}" } };
  expect(fill("Dear {{ contact.name }}", named).open).toContain("a value");
  expect(fill("x", named, { subject: "For {{ contact.name }}" }).open).toContain("subject");
  expect(fill("[x](https://example.com/{{ contact.name }})", named).open).toContain("a value");
  const broken = { ...exampleValues, contact: { ...exampleValues.contact, name: "a }} b" } };
  expect(fill("Dear {{ contact.name }}", broken).open).toEqual(["text", "html", "a value"]);
  expect(fill("Dear {{ contact.name }}").open).toEqual([]);
  // What is left for the gate is no open tag.
  expect(fill("[Enough]({{ unsubscribe_url }})", exampleValues, {}, { outreach: true }).open).toEqual([]);
});

test("templates 5: values are escaped by place: page, address of a link, one line in subjects", () => {
  const mail = fill(
    "{{ contact.title }}: {{ account.name }} [look](https://example.com/?q={{ deal.name }}) [site]({{ account.website }})",
    awkwardValues,
    { subject: "For {{ contact.role }}" },
  );
  expect(mail.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;: Ål &amp; Sønner &lt;Holding&gt;");
  const encoded = "https://example.com/?q=100%20%25%20%26%20more%3F%20%231%2F2%20%3D%20%22yes%22";
  expect(mail.html).toContain(`href="${encoded}"`);
  expect(mail.text).toContain(`look (${encoded})`);
  // No whole address: what could break out is encoded.
  expect(mail.html).not.toContain("<img");
  expect(mail.text).toContain("מנהלת למידה <script>alert(1)</script>: Ål & Sønner <Holding>");
  expect(mail.subject).toBe("For Sponsor Bcc: everyone@example.com");
  expect(fill("[site]({{ account.website }})").html).toContain('href="https://www.arcadine.example"');
});

test("templates 5: values are words and not mark-up", () => {
  const bold = { ...exampleValues, contact: { ...exampleValues.contact, name: "**Ruth** [x](https://evil.example)" } };
  const mail = fill("Dear {{ contact.name }}", bold);
  expect(mail.html).toContain("Dear **Ruth** [x](https://evil.example)</p>");
  expect(mail.html).not.toContain("href");
});

test("templates 6: text and page say the same words and have the same links, with the way to unsubscribe in both", () => {
  const source =
    "Dear {{ contact.first_name }},\n\n**Two** things:\n\n- one\n- [two](https://example.com/2)\n\nhttps://example.com/3.";
  const { text, html } = fill(source, exampleValues, {}, { outreach: true });
  const body = html.slice(html.indexOf("<body"));
  const bare = (words: string) =>
    words
      .replaceAll(/\([^)]*\)|https?:\S*|--|- |\{\{\w+\}\}/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
  const shown = body
    .replaceAll(/<a [^>]*>(?<words>.*?)<\/a>/g, "$<words>")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+([,.])/g, "$1");
  expect(bare(shown)).toBe(bare(text));
  const links = (words: string) => words.match(/https?:\/\/[^\s"<)]*[^\s"<).]|\{\{unsubscribe_url\}\}/g)!.toSorted();
  expect(links(text)).toEqual(["https://example.com/2", "https://example.com/3", "{{unsubscribe_url}}"]);
  expect([...new Set(links(body))].toSorted()).toEqual(links(text));
  // An author who puts it elsewhere has it once.
  expect(
    fill("[Enough]({{ unsubscribe_url }})", exampleValues, {}, { outreach: true }).text.match(
      /\{\{unsubscribe_url\}\}/g,
    ),
  ).toHaveLength(1);
});

test("templates 6: the text is made from a page that was written by hand, and another text beside it is refused", () => {
  const body_html =
    '<p onclick="x()">Dear {{ contact.title | default: "you" }},<br>see <a href="https://example.com">this</a>.</p><script>x()</script><ul><li>one</li></ul>';
  const { template, problems } = check("", { body_html });
  expect(problems).toEqual([]);
  expect(template.body_html).toBe(
    '<p>Dear {{ contact.title | default: "you" }},<br />see <a href="https://example.com">this</a>.</p><ul><li>one</li></ul>',
  );
  expect(template.body_text).toBe(
    'Dear {{ contact.title | default: "you" }},\nsee [this](https://example.com).\n\n- one',
  );
  expect(pageToMarked(template.body_html!)).toBe(template.body_text);
  const mail = fillMail(template, awkwardValues, options);
  expect(mail.html).toContain("Dear מנהלת למידה &lt;script&gt;");
  expect(check("Something else", { body_html }).problems[0]!.message).toContain("do not say the same");
  expect(
    check('Dear {{ contact.title | default: "you" }}, see [this](https://other.example). - one', { body_html })
      .problems,
  ).not.toEqual([]);
});

test("templates 7: a test goes to the signed-in administrator's own address, is marked, passes the outbox, counts for nobody", async () => {
  const { status, body } = await post<{ outbox_id: string; to_address: string; state: string }>("test", {
    ...written("Dear {{ contact.name }}\n\n[Enough]({{ unsubscribe_url }})", {
      purpose: "outreach",
      subject: "To {{ contact.first_name }}",
    }),
    contact_id: ruth,
    to_address: "someone@else.example",
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ to_address: `${noor}@example.com`, state: "held" });
  const [row] = await sql`
    select to_address, subject, contact_id, account_id, class, origin_kind, body_text, body_html from public.outbox where id = ${body.outbox_id}`;
  expect(row).toMatchObject({
    to_address: `${noor}@example.com`,
    subject: "[Test] To Ruth",
    contact_id: null,
    account_id: null,
    class: "transactional",
    origin_kind: "template_test",
  });
  expect(row!.body_text + row!.body_html).not.toContain("{{");
  expect(await sql`select from public.outbox`).toHaveLength(1);
});

test("templates 8: editing makes a version, versions never change, and the same words make none", async () => {
  const first = await post<Saved>("save", { name: "First answer", ...written("Dear {{ contact.first_name }}") });
  const again = await post<Saved>("save", {
    id: first.body.id,
    name: "First answer",
    ...written("Dear {{ contact.first_name }}"),
  });
  const second = await post<Saved>("save", {
    id: first.body.id,
    name: "First answer",
    seen: 1,
    ...written("Hello {{ contact.first_name }}"),
  });
  expect([first, again, second].map(({ body }) => body.version)).toEqual([1, 1, 2]);
  expect((await post("save", { id: first.body.id, name: "First answer", seen: 1, ...written("Late") })).status).toBe(
    409,
  );
  await expect(
    sql`update public.mail_template_versions set subject = 'x' where id = ${first.body.version_id}`,
  ).rejects.toThrow("never changed");
  const asNoor = actAs(
    sql,
    { role: "authenticated", userId: noor },
    (tx) => tx`update public.mail_template_versions set subject = 'x'`,
  );
  await expect(asNoor).rejects.toThrow("permission denied");
  const [kept] =
    await sql`select subject, body_text, version from public.mail_template_versions where id = ${first.body.version_id}`;
  expect(kept).toEqual({ subject: "Hello", body_text: "Dear {{ contact.first_name }}", version: 1 });
  // A second template of the same name gets its own key.
  expect((await post<Saved & { key: string }>("save", { name: "First answer", ...written("x") })).body.key).toMatch(
    /^first-answer-\w{6}$/,
  );
  const list = await actAs(
    sql,
    { role: "authenticated", userId: noor },
    (tx) => tx`
    select name, state, version, uses from public.template_list() where id = ${first.body.id}`,
  );
  expect(list).toEqual([{ name: "First answer", state: "ready", version: 2, uses: 0 }]);
});

test("templates 8: archived templates leave the list and come back", async () => {
  const { body } = await post<Saved>("save", { name: "Old", ...written("x") });
  const listed = () =>
    actAs(
      sql,
      { role: "authenticated", userId: noor },
      (tx) => tx`select from public.template_list() where id = ${body.id}`,
    );
  const archive = (archived: boolean) =>
    actAs(
      sql,
      { role: "authenticated", userId: noor },
      (tx) => tx`select public.archive_template(${body.id}, ${archived})`,
    );
  await archive(true);
  expect(await listed()).toHaveLength(0);
  expect((await post("fill", { template_id: body.id, contact_id: ruth })).status).toBe(404);
  await archive(false);
  expect(await listed()).toHaveLength(1);
});

test("templates 9: reserved tags are the server's and the gate's, whatever the records say", async () => {
  const sneaky = {
    ...exampleValues,
    sender: { name: "Mallory", email: "m@evil.example" },
    unsubscribe_url: "https://evil.example",
  };
  const mail = fill(
    "{{ sender.name }} {{ sender.email }} {{ booking_url }} [stop]({{ unsubscribe_url }}) {{ proposal_url }}",
    sneaky as never,
  );
  expect(mail.text).toBe(
    "Noor Marchetti hello@guidevane.example https://guidevane.test/contact stop ({{unsubscribe_url}}) {{proposal_url}}\n",
  );
  expect(mail.html).toContain('<a href="{{unsubscribe_url}}">stop</a>');
  expect(check("{{ proposal_url }}", { purpose: "outreach" }).problems).toEqual([]);
  expect(check("x", { subject: "{{ unsubscribe_url }}" }).problems).toHaveLength(1);
  // An inquiry's sender is filled in for anyone who answers, also before there is a contact.
  const [inquiry] = await sql<{ id: string }[]>`
    insert into public.inquiries (id, kind, state, name, email, subject_text, message)
    values (uuidv7(), 'contact', 'held', 'Ada Lind', 'ada@norrfall.example', 'AI Training Inquiry', 'Hello') returning id`;
  const { body: template } = await post<Saved>("save", {
    name: "Reply",
    ...written("Dear {{ contact.first_name }}\n\n{{ sender.first_name }}", {
      subject: 'Re: {{ inquiry.subject | default: "your message" }}',
    }),
  });
  const { body } = await post<{ subject: string; text: string }>("fill", {
    template_id: template.id,
    inquiry_id: inquiry!.id,
  });
  expect(body).toMatchObject({ subject: "Re: AI Training Inquiry", text: "Dear Ada\n\nNoor", missing: [] });
  // A colleague who has given no name signs as the company, not with an address.
  await sql`update public.staff set name = 'noor@guidevane.example' where user_id = ${noor}`;
  const unnamed = await post<{ text: string }>("fill", { template_id: template.id, inquiry_id: inquiry!.id });
  expect(unnamed.body.text).toBe("Dear Ada\n\nGuidevane");
  await sql`update public.staff set name = 'Noor Marchetti' where user_id = ${noor}`;
  // Anyone who writes sees a gap by its name.
  const { body: gap } = await post<Saved>("save", { name: "Gap", ...written("Dear {{ contact.title }}") });
  const shown = await post<{ text: string; missing: object[] }>("fill", {
    template_id: gap.id,
    inquiry_id: inquiry!.id,
  });
  expect(shown.body).toMatchObject({ text: "Dear {title}", missing: [{ path: "contact.title", label: "Title" }] });
});

test("templates 10: no template hangs or grows without end", () => {
  expect(check("x".repeat(20_001)).problems[0]!.message).toContain("20,000");
  expect(() => parseSource("x".repeat(100_001))).toThrow("100,000");
  // Deep nesting is read or refused, and does not take the server down.
  const deep = "{% if contact.name %}".repeat(800) + "x" + "{% endif %}".repeat(800);
  expect(check(deep).problems.length + fill(deep).text.length).toBeGreaterThan(0);
  expect(() => parseSource("{{a}}".repeat(2001))).toThrow("At most 2,000 tags");
  const many = fill('{{ contact.name | default: "x" }} '.repeat(500));
  expect(many.text.split("Ruth Amsel").length - 1).toBe(500);
});

test("templates 10: the limit counts work and not the clock: on a busy machine a mail is filled all the same", () => {
  let clock = 0;
  const slow = vi.spyOn(performance, "now").mockImplementation(() => (clock += 60));
  try {
    expect(fill("{{ contact.name }} ".repeat(20)).text.split("Ruth Amsel").length - 1).toBe(20);
  } finally {
    slow.mockRestore();
  }
});

test("records 8: the same words are filled for each of several people; a tag without a value is named, an unknown one refused", async () => {
  const words = { subject: "Hello {{ contact.first_name }}", text: "As {{ contact.title }}, you know." };
  const { status, body } = await post<{ contact_id: string; subject: string; text: string; missing: string[] }[]>(
    "fill-words",
    { ...words, contact_ids: [ruth, untitled] },
  );
  expect(status).toBe(200);
  expect(body.toSorted((a, b) => b.subject.localeCompare(a.subject))).toEqual([
    { contact_id: ruth, subject: "Hello Ruth", text: "As Dean, you know.", missing: [] },
    { contact_id: untitled, subject: "Hello Ivo", text: "As {title}, you know.", missing: ["Title"] },
  ]);
  const unknown = await post<{ message: string }>("fill-words", {
    ...words,
    text: "{{ contact.shoe }}",
    contact_ids: [ruth],
  });
  expect(unknown.status).toBe(422);
});
