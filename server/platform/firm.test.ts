// The firm of Settings: in the database, in mail, in what clients read, and on the public pages within seconds.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { site } from "#content/site.ts";
import { readEnv } from "#server/env.ts";
import { namesFirm, withFirm } from "#server/http/website/page-firm.ts";
import { createWebsite } from "#server/http/website/website.ts";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { allMails } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { addressLine, firmLine, firmOf, readFirm } from "./firm.ts";
import { setPageBrand } from "./pages/document-page.ts";
import { noteText } from "./pages/short-pages.ts";
import { watchSettings } from "./live-settings.ts";
import { senderOf } from "./outbox/providers.ts";
import { sealWith } from "./sealed.ts";

const { sql } = await testDatabase();
const admin: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const other: Who = { role: "authenticated", userId: await addUser(sql, { admin: true }) };
const visitor: Who = { role: "authenticated", userId: await addUser(sql, { admin: false }) };
const acts = () => sql<{ act: string; was: object; becomes: Record<string, string> }[]>`
  select act, was, becomes from public.acts where act in ('bank details changed', 'firm changed', 'logo changed') order by id`;

test("first-run 2: until the owner sets them, names come from content/ and there are no bank details at all", async () => {
  const firm = await readFirm(sql);
  expect(firm).toEqual(firmOf());
  expect(firm).toMatchObject({ legalName: site.legalName, email: site.email, bank: null, logo: null });
  expect(addressLine(firm)).toBe(`${site.street}, ${site.city}, ${site.region}`);
});

test("first-run 2: the sample address never stands below the name of a real firm", async () => {
  const named = sql.begin(async (tx) => {
    await tx`update public.firm set legal_name = 'Łukasiewicz Advisory GmbH'`;
    const firm = await readFirm(tx);
    expect(firmLine(firm)).toBe("Łukasiewicz Advisory GmbH");
    expect(withFirm(`<p>${site.legalName}, ${site.street}, ${site.city}, ${site.region}</p>`, firm)).toBe(
      "<p>Łukasiewicz Advisory GmbH</p>",
    );
    throw new Error("undo");
  });
  await expect(named).rejects.toThrow("undo");
});

test("first-run 2: only administrators set and read the firm, and a change of bank details is in the log with its day", async () => {
  await actAs(
    sql,
    admin,
    (tx) => tx`
      update public.firm set legal_name = 'Veldhaven & Sons "AS"', street = 'Havnegata 1', postal_code = '5003', city = 'Bergen', country = 'NO',
        tax_number = 'NO 999 888 777 MVA', email = 'post@veldhaven.example', sender = 'Veldhaven <post@veldhaven.example>', signature = 'Best regards',
        bank_holder = 'Veldhaven AS', bank_account = 'NO65 2222 3333 444'`,
  );
  expect(await actAs(sql, visitor, (tx) => tx`select from public.firm`)).toHaveLength(0);
  const { count } = await actAs(
    sql,
    visitor,
    (tx) => tx`update public.firm set bank_account = 'thief 1234' where true`,
  );
  expect(count).toBe(0);
  const firm = await readFirm(sql);
  expect(firm.bank).toMatchObject({ holder: "Veldhaven AS", account: "NO65 2222 3333 444", bank: null, bic: null });
  // By the office's clock: it is tomorrow already on Kiritimati when it is noon in UTC, or still yesterday on Niue.
  for (const zone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
    await sql`update public.office set time_zone = ${zone}`;
    const { bank } = await readFirm(sql);
    const [here] = await sql<{ day: string }[]>`select (now() at time zone ${zone})::date::text as day`;
    expect(bank!.changedOn, `audit-4 clocks: ${zone}`).toBe(here!.day);
  }
  expect(addressLine(firm)).toBe("Havnegata 1, 5003 Bergen");
  await actAs(sql, admin, (tx) => tx`update public.firm set bank_account = 'NO17 6666 7777 888'`);
  const told = await acts();
  expect(told.map(({ act }) => act)).toEqual(["bank details changed", "firm changed", "bank details changed"]);
  expect(told[2]).toMatchObject({
    was: { bank_account: "NO65 2222 3333 444" },
    becomes: { bank_account: "NO17 6666 7777 888" },
  });
});

test("first-run 2: half of the bank details, a mistyped IBAN, a logo that is a script and a sender with a line break are refused", async () => {
  const set = (text: string) => actAs(sql, admin, (tx) => tx.unsafe(`update public.firm set ${text}`));
  await expect(set("bank_holder = null")).rejects.toThrow("bank details have a holder and an account");
  await expect(set("bank_bic = 'x'")).rejects.toThrow("BIC has 8 or 11 characters");
  const account = (number: string) => set(`bank_holder = 'Veldhaven AS', bank_account = '${number}'`);
  for (const mistyped of ["DE00 1234", "DE88 3704 0044 0532 0130 00", "de89 3704 0044 0532 0130 01"])
    await expect(account(mistyped), mistyped).rejects.toThrow("IBAN has its check digits");
  for (const right of [
    "DE89 3704 0044 0532 0130 00",
    "gb82west12345698765432",
    "12-3456-0789012-00",
    "NO93 8601 1117 947",
  ])
    await account(right);
  // Read and typed in groups of four, however it was entered; what is no IBAN stays as it is.
  const shown = async (number: string) => {
    await account(number);
    return (await readFirm(sql)).bank?.account;
  };
  expect(await shown("gb82west12345698765432")).toBe("GB82 WEST 1234 5698 7654 32");
  expect(await shown("12-3456-0789012-00")).toBe("12-3456-0789012-00");
  await expect(set("logo = 'data:image/svg+xml;base64,PHN2Zz4='")).rejects.toThrow("logo is a PNG or JPEG");
  await expect(set("sender = E'a@b.example\\nBcc: c@d.example'")).rejects.toThrow("sender is a mail address");
  await expect(set("email = 'a\"b@c.example'")).rejects.toThrow("public address");
});

test("first-run 1: a picture belongs to its person", async () => {
  const picture = "data:image/png;base64,iVBORw0KGgo=";
  const put = (who: Who, whose: Who) =>
    actAs(
      sql,
      who,
      (tx) => tx`update public.staff set picture = ${picture} where user_id = ${(whose as { userId: string }).userId}`,
    );
  await put(admin, admin);
  await expect(put(admin, other)).rejects.toThrow("People choose their own picture.");
});

describe("public pages and mail", () => {
  test("first-run 2: mail is signed and sent as the firm says, unless the environment names a sender", async () => {
    const firm = await readFirm(sql);
    const receipt = allMails["inquiries.receipt"]!({ reference: "GV-1", answer_by: "2026-11-17T17:00" }, firm);
    expect(receipt.text).toMatch(/\n\nBest regards$/);
    expect(receipt.text).toContain("post@veldhaven.example");
    const settings = (given: Record<string, string>) =>
      watchSettings({ sql, env: readEnv(given), sealing: sealWith(randomBytes(32)), everyMs: 1e8 });
    const [set, fixed] = [await settings({}), await settings({ MAIL_FROM: "env@guidevane.example" })];
    expect(senderOf(set.env, site.email)).toBe("Veldhaven <post@veldhaven.example>");
    expect(senderOf(fixed.env, site.email)).toBe("env@guidevane.example");
    // Only the public address is set: mail still comes from a name.
    await sql`update public.firm set sender = null`;
    expect((await readFirm(sql)).sender).toBe("Guidevane <post@veldhaven.example>");
    set.stop();
    fixed.stop();
  });

  test("first-run 2: a page that names the firm names the new one after the next look, in text, links and facts for search engines", async () => {
    const page = `<!doctype html><html><head><script type="application/ld+json">{"legalName":"${site.legalName}","email":"${site.email}","address":{"streetAddress":"${site.street}","addressLocality":"${site.city}"}}</script></head><body><p>${site.legalName}, ${site.street}, ${site.city}, ${site.region}</p><a href="mailto:${site.email}">${site.email}</a></body></html>`;
    const root = await mkdtemp(path.join(tmpdir(), "firm-page-"));
    onTestFinished(() => rm(root, { recursive: true }));
    await writeFile(path.join(root, "about.html"), page);
    let firm = firmOf();
    const website = await createWebsite(readEnv({}), "", [root], undefined, () => firm);
    const read = async () => (await website.respond(new Request("http://localhost:3000/about"))!).text();
    expect(await read()).toContain(site.legalName);
    firm = await readFirm(sql);
    const text = await read();
    expect(text).toContain("<p>Veldhaven &amp; Sons &quot;AS&quot;, Havnegata 1, 5003 Bergen</p>");
    expect(text).toContain('<a href="mailto:post@veldhaven.example">post@veldhaven.example</a>');
    const facts: unknown = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(text)![1]!);
    expect(facts).toEqual({
      legalName: 'Veldhaven & Sons "AS"',
      email: "post@veldhaven.example",
      address: { streetAddress: "Havnegata 1", addressLocality: "5003 Bergen" },
    });
    expect(text).not.toContain("guidevane.example");
  });

  test("first-run 2: the logo is at the head of every page behind a link, and follows", async () => {
    const read = () => noteText({ title: "Thank you", text: "We have it." });
    const settings = await watchSettings(
      { sql, env: readEnv({}), sealing: sealWith(randomBytes(32)), everyMs: 1e8 },
      async (_, firm) => setPageBrand(firm),
    );
    onTestFinished(() => {
      settings.stop();
      setPageBrand(null);
    });
    expect(await read()).not.toContain('class="logo"');
    await sql`update public.firm set logo = 'data:image/png;base64,AAAA'`;
    onTestFinished(() => sql`update public.firm set logo = null`.then(() => undefined));
    await settings.refresh();
    expect(await read()).toContain(
      '<img class="logo" src="data:image/png;base64,AAAA" alt="Veldhaven &amp; Sons &quot;AS&quot;" />',
    );
  });

  test("first-run 2: no name of a firm can end the script that it stands in", () => {
    const html = `<script type="application/ld+json">{"legalName":"${site.legalName}"}</script>`;
    expect(namesFirm(html)).toBe(true);
    const given = withFirm(html, { ...firmOf(), legalName: '</script><script>alert("$&")' });
    expect(given).not.toContain("</script><script>");
    expect(JSON.parse(/ld\+json">(.*)<\/script>/.exec(given)![1]!)).toEqual({
      legalName: '</script><script>alert("$&")',
    });
  });
});

test("first-run 1: the steps are done by what is set, wherever it was set; others are put aside and taken up again", async () => {
  const steps = async (who = admin) =>
    Object.fromEntries(
      (
        await actAs(
          sql,
          who,
          (tx) => tx<{ step: string; done: boolean; skipped: boolean }[]>`select * from public.first_steps()`,
        )
      ).map(({ step, done, skipped }) => [step, done ? "done" : skipped ? "skipped" : "open"]),
    );
  await expect(steps(visitor)).rejects.toThrow();
  expect(await steps()).toEqual({
    you: "open",
    firm: "done",
    office: "open",
    modules: "open",
    mail: "open",
    publishing: "open",
    team: "done",
  });
  await actAs(sql, admin, async (tx) => {
    await tx`insert into public.skipped_steps (step) values ('mail'), ('publishing')`;
    await tx`update public.office set currency = 'NOK'`;
    await tx`update public.modules set live = true where key = 'inquiries'`;
  });
  expect(await steps()).toMatchObject({ office: "done", modules: "done", mail: "skipped", publishing: "skipped" });
  await actAs(sql, admin, (tx) => tx`delete from public.skipped_steps where step = 'mail'`);
  expect(await steps()).toMatchObject({ mail: "open" });
  await expect(
    actAs(sql, visitor, (tx) => tx`insert into public.skipped_steps (step) values ('you')`),
  ).rejects.toThrow();
});

test("first-run 5: everyone arranges a dashboard of their own, and sees no other's", async () => {
  const keep = (who: Who, tiles: object[]) =>
    actAs(
      sql,
      who,
      (tx) => tx`
        insert into public.dashboard_layouts (user_id, tiles) values (auth.uid(), ${JSON.stringify(tiles)}::jsonb)
        on conflict (user_id) do update set tiles = excluded.tiles`,
    );
  await keep(admin, [{ key: "payments 0", hidden: false }]);
  await keep(other, [{ key: "tasks 0", hidden: true }]);
  await keep(admin, [{ key: "payments 0", hidden: true }]);
  expect(await actAs(sql, admin, (tx) => tx`select tiles from public.dashboard_layouts`)).toEqual([
    { tiles: [{ key: "payments 0", hidden: true }] },
  ]);
});
