// Suggestions, refusals, introductions and paths, in the database.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { moduleSite } from "#server/testing/module-site.ts";
import { relationshipsForTests, type RelationshipsForTests } from "#server/testing/relationships-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { server } from "./server.ts";

/** What a tie weighs fades by the day: midnight does not fall between what a test writes and what it reads. */
const { sql } = await testDatabase({ now: new Date().toISOString() });
let world: RelationshipsForTests;
beforeAll(async () => {
  await sql`update public.modules set live = true`;
  world = await relationshipsForTests(sql);
});

interface Suggestion {
  id: string;
  kind: string;
  rule: string;
  state: string;
  evidence: { code: string; value?: string }[];
  revision: number;
  one_id: string;
  other_id: string;
  more: number;
}
const list = (shown = "open", by = world.noor) =>
  world.as(by, (tx) => tx<Suggestion[]>`select * from public.suggestion_list(${shown})`);
const about = async (...ids: string[]) => {
  await world.settle();
  return (await list()).filter(({ one_id, other_id }) => ids.includes(one_id) || ids.includes(other_id));
};
const accept = (suggestion: Suggestion, choice: object = {}, by = world.noor) =>
  world.as(
    by,
    (tx) =>
      tx`select public.accept_suggestion(${suggestion.id}, ${suggestion.revision}, ${JSON.stringify(choice)}::text::jsonb)`,
  );
const refuse = (suggestion: Suggestion) =>
  world.as(world.noor, (tx) => tx`select public.refuse_suggestion(${suggestion.id})`);
const merge = (keep: string, gone: string) =>
  world.as(world.noor, (tx) => tx`select public.merge_contacts(${keep}, ${gone})`);
const together = async (people: string[], ...ago: number[]) => {
  const rounds = await Promise.all(ago.map(async (days) => ({ people, day: await world.day(-days), kind: "mail" })));
  await sql`select private.count_pairs(${JSON.stringify(rounds)}::text::jsonb)`;
};

describe("rules", () => {
  test("relationships 10: the same person by address or phone, or by name with company or domain; never by name alone", async () => {
    const [a, b, c] = [
      await world.company("Ironquay", "ironquay.example"),
      await world.company("Elsewhere"),
      await world.company("Third"),
    ];
    const one = await world.person("Jonas Haverkamp", a, "jonas@ironquay.example", "+49 555 01 77-12");
    const named = await world.person("Haverkamp, Jonas", a);
    const phone = await world.person("J. H.", b, null, "0049 (555) 017712");
    const tagged = await world.person("Office", c, "jonas+lists@ironquay.example");
    const nameAlone = await world.person("Jonas Haverkamp", c);
    const short = await world.person("Short Number", c, null, "555 017");
    const pairs = (await about(one)).filter(({ kind }) => kind === "same_person");
    const rules = Object.fromEntries(
      pairs.map(({ one_id, other_id, rule }) => [one_id === one ? other_id : one_id, rule]),
    );
    expect(rules).toEqual({ [named]: "name and company", [phone]: "phone", [tagged]: "address" });
    expect(
      (await about(nameAlone)).filter(({ one_id, other_id }) =>
        [one_id, other_id].every((id) => [one, named, nameAlone].includes(id)),
      ),
    ).toEqual([]);
    expect(await about(short)).toEqual([]);
  });

  test("relationships 10: what speaks for it goes, it goes; it comes back, it may come back", async () => {
    const account = await world.company("Comes and goes");
    const [one, other] = [await world.person("Ada Lind", account), await world.person("Ada Lind", account)];
    expect(await about(one)).toHaveLength(1);
    await sql`update public.contacts set name = 'Ida Lund' where id = ${other}`;
    expect(await about(one)).toEqual([]);
    await sql`update public.contacts set name = 'Ada Lind' where id = ${other}`;
    expect(await about(one)).toHaveLength(1);
  });

  test("relationships 10: another company has the domain; two companies with one; free mail hosts are no sign", async () => {
    const [right, wrong, twin] = [
      await world.company("Sabler", "sabler.example"),
      await world.company("Wrong"),
      await world.company("Sabler AG", "sabler.example"),
    ];
    const person = await world.person("Sara Lindgren", wrong, "sara@sabler.example");
    const free = await world.person("Free Mail", wrong, "someone@gmail.com");
    await world.company("Gmail users", "gmail.com");
    const found = await about(person, right, twin);
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(["other_company", "other_company", "two_companies"]);
    expect(await about(free)).toEqual([]);
    const move = found.find(({ kind, other_id }) => kind === "other_company" && other_id === right)!;
    await accept(move);
    expect(await sql`select account_id from public.contacts where id = ${person}`).toEqual([{ account_id: right }]);
    // Its history says who.
    expect(
      await sql`select actor_name, kind from public.events where record_type = 'suggestion' and contact_id = ${person}`,
    ).toEqual([{ actor_name: "Noor Marchetti", kind: "accepted" }]);
    await accept(
      (await about(right, twin)).find(({ kind }) => kind === "two_companies")!,
      { keep: right },
    );
    expect(await sql`select 1 from public.accounts where id = ${twin}`).toEqual([]);
  });

  test("relationships 10: two know each other after three days together, in rounds of at most ten, from different companies", async () => {
    const [a, b] = [await world.company("Ostrey"), await world.company("Reed")];
    const [priya, lucien, colleague] = [
      await world.person("Priya Castellan", a),
      await world.person("Lucien Moreau", b),
      await world.person("Same House", a),
    ];
    await together([priya, lucien, colleague], 10, 12);
    await together(
      [priya, lucien, ...(await Promise.all([...Array(9).keys()].map((n) => world.person(`Crowd ${n}`, b))))],
      20,
    );
    expect(await about(priya)).toEqual([]);
    await together([priya, lucien], 12, 14);
    const [found, ...others] = await about(priya);
    expect([found!.kind, others]).toEqual(["know_each_other", []]);
    expect(found!.evidence).toMatchObject([{ code: "together", days: 3, mails: 4 }]);
  });

  test("relationships 10: someone we wrote to on two days, who answered and is nobody's contact, becomes one", async () => {
    const address = `s.lindgren.${randomUUID().slice(0, 8)}@sabler.example`;
    const write = async (ago: number) => {
      const id = randomUUID();
      await sql`insert into public.outbox (id, class, dedupe_key, origin_kind, to_address, subject, body_text, created_by, state)
        values (${id}, 'transactional', ${id}, 'mail', ${address}, 'Hello', 'Words', ${world.noor}, 'queued')`;
      await sql`update public.outbox set state = 'sent', taken_at = private.now() - make_interval(days => ${ago}), sent_at = private.now() - make_interval(days => ${ago}), finished_at = private.now() where id = ${id}`;
    };
    const answer = () =>
      sql`insert into public.mail_replies (event_key, from_address) values (${randomUUID()}, ${address})`;
    const found = async () => (await list()).filter(({ evidence }) => evidence[0]?.value === address);
    await write(3);
    await answer();
    expect(await found()).toEqual([]);
    await write(1);
    await answer();
    const [suggestion] = await found();
    expect(suggestion).toMatchObject({ kind: "new_contact" });
    await expect(accept(suggestion!, { name: "Sara Lindgren" })).rejects.toThrow("Choose a company");
    const account = await world.company("Sabler two");
    await accept(suggestion!, { name: "Sara Lindgren", account_id: account });
    expect(await sql`select name, account_id from public.contacts where email = ${address}`).toEqual([
      { name: "Sara Lindgren", account_id: account },
    ]);
  });

  test("relationships 11: a lasting bounce of a good tie, an automatic answer that says so; accepting keeps the old job", async () => {
    const [old, next] = [await world.company("Norrfall"), await world.company("Quillon")];
    const kaja = await world.person("Kaja Thorsen", old, `kaja.${randomUUID().slice(0, 8)}@norrfall.example`);
    const faint = await world.person("Faint Tie", old, `faint.${randomUUID().slice(0, 8)}@norrfall.example`);
    await sql`update public.contacts set title = 'Editor' where id = ${kaja}`;
    await world.contactDays(kaja, world.noor, world.bothWays("meeting", 3));
    const bounce = async (contact: string, detail: string) => {
      const id = randomUUID();
      await sql`insert into public.outbox (id, class, dedupe_key, origin_kind, contact_id, to_address, subject, body_text, created_by, state)
        select ${id}, 'transactional', ${id}, 'mail', id, email, 'Hello', 'Words', ${world.noor}, 'queued' from public.contacts where id = ${contact}`;
      await sql`update public.outbox set state = 'bounced', finished_at = private.now(), gate_code = 'provider', gate_detail = ${detail} where id = ${id}`;
      return id;
    };
    await bounce(kaja, "550 5.2.2 mailbox full");
    await bounce(faint, "550 5.1.1 user unknown");
    expect(await about(kaja, faint)).toEqual([]);
    const message = await bounce(kaja, "550 5.1.1 user unknown");
    expect(await about(kaja)).toMatchObject([{ kind: "job_change", rule: "address of a good tie bounced" }]);
    await sql`insert into public.mail_replies (event_key, from_address, outbox_id, contact_id, is_automatic, body_text)
      values (${randomUUID()}, 'kaja@norrfall.example', ${message}, ${kaja}, true, ${"Hello,\nKaja no longer works at Norrfall.\nPlease write to Ben."})`;
    const found = (await about(kaja)).find(({ rule }) => rule === "automatic answer says so")!;
    expect(found.evidence[0]).toMatchObject({ words: "Kaja no longer works at Norrfall." });
    await accept(found, { account_id: next, title: "Editorial Director" });
    expect(await sql`select account_id, title from public.contacts where id = ${kaja}`).toEqual([
      { account_id: next, title: "Editorial Director" },
    ]);
    expect(
      await sql`select account_id, company, title, until_on is not null as ended from public.contact_jobs where contact_id = ${kaja}`,
    ).toEqual([{ account_id: old, company: "Norrfall", title: "Editor", ended: true }]);
    // The other one said that they left a company which is no longer theirs.
    expect(await about(kaja)).toEqual([]);
  });
});

describe("decisions", () => {
  test("relationships 12: refused is final for that key: from either side, after changes, a merge and a rebuild; one can be taken back", async () => {
    const account = await world.company("Final");
    const [one, other] = [
      await world.person("Eva Final", account, "eva@final.example"),
      await world.person("Eva Final", account),
    ];
    const [found] = await about(one);
    await refuse(found!);
    const again = async (...ids: string[]) => {
      await sql`insert into private.records_to_compare select 'contacts', id from unnest(${ids}::uuid[]) as id on conflict do nothing`;
      return about(...ids);
    };
    expect(await again(one, other)).toEqual([]);
    await sql`update public.contacts set phone = '+1 555 0100 200' where id in (${one}, ${other})`;
    expect(await again(one, other)).toEqual([]);
    // Another record with the same phone becomes one of the two.
    const third = await world.person("E. F.", account, null, "+1 555 0100 200");
    expect((await again(third)).length).toBeGreaterThan(0);
    await merge(third, other);
    expect(await again(one, third)).toEqual([]);
    await world.as(world.noor, (tx) => tx`select public.undo_merge('contacts', ${other})`);
    expect(
      (await again(one, other)).filter(
        ({ one_id, other_id }) => [one, other].includes(one_id) && [one, other].includes(other_id),
      ),
    ).toEqual([]);
    await sql`update private.relationship_mining set counting_from = '00000000-0000-0000-0000-000000000000'`;
    await sql`select private.rebuild_ties()`;
    expect(
      (await about(one, other)).filter(
        ({ one_id, other_id }) => [one, other].includes(one_id) && [one, other].includes(other_id),
      ),
    ).toEqual([]);
    const refused = (await list("refused")).find(({ id }) => id === found!.id)!;
    await world.as(world.noor, (tx) => tx`select public.take_back_refusal(${refused.id})`);
    expect(await about(one, other)).toContainEqual(expect.objectContaining({ id: found!.id, state: "open" }));
  });

  test("relationships 12: marked as two elsewhere is refused here, and the other way round", async () => {
    const account = await world.company("Two doors");
    const [one, other] = [await world.person("Mia Door", account), await world.person("Mia Door", account)];
    const [found] = await about(one);
    await refuse(found!);
    expect(
      await sql`select 1 as one from public.not_duplicates where one_id = least(${one}::uuid, ${other}) and other_id = greatest(${one}::uuid, ${other})`,
    ).toHaveLength(1);
    const [a, b] = [await world.person("Lea Door", account), await world.person("Lea Door", account)];
    await sql`insert into public.not_duplicates (kind, one_id, other_id) values ('contacts', least(${a}::uuid, ${b}), greatest(${a}::uuid, ${b}))`;
    expect(await about(a)).toEqual([]);
  });

  test("relationships 13: changed evidence is refused with the new; already decided says by whom; partner gone says so", async () => {
    const account = await world.company("Changed");
    const [one, other] = [
      await world.person("Ola Change", account, null, "+47 5555 0101"),
      await world.person("Ola Change", account),
    ];
    const [read] = await about(one);
    await sql`update public.contacts set phone = '+47 5555 0101' where id = ${other}`;
    await world.settle();
    await expect(accept(read!)).rejects.toThrow("The evidence has changed");
    const [fresh] = await about(one);
    await accept(fresh!, { keep: one });
    expect(await sql`select 1 from public.contacts where id = ${other}`).toEqual([]);
    await expect(accept(fresh!)).rejects.toThrow("Already accepted by Noor Marchetti.");
    const [c, d] = [await world.person("Per Change", account), await world.person("Per Change", account)];
    const [pair] = await about(c);
    await merge(c, d);
    await expect(accept(pair!)).rejects.toThrow(/Already merged|no longer there/);
  });

  test("relationships 13: one transaction: a merge that is refused leaves the suggestion open", async () => {
    const account = await world.company("Rights");
    const [one] = [await world.person("Ria Rights", account), await world.person("Ria Rights", account)];
    const [found] = await about(one);
    const seller = await world.colleague("Sales Person");
    await sql`delete from public.user_roles where user_id = ${seller}`;
    await sql`insert into public.roles (key, name) values ('only_ties', 'Only ties') on conflict do nothing`;
    await sql`insert into public.role_grants select id, 'relationships', action from public.roles, unnest(array['read', 'edit']) as action where key = 'only_ties'
      union all select id, 'crm', 'read' from public.roles where key = 'only_ties' on conflict do nothing`;
    await sql`insert into public.user_roles (user_id, role) values (${seller}, 'only_ties')`;
    await expect(accept(found!, {}, seller)).rejects.toThrow("You need admin privileges to merge contacts.");
    expect(await about(one)).toHaveLength(1);
  });

  test("relationships 10: many of one rule: 200 are shown, and how many more", async () => {
    await sql`insert into public.suggestions (kind, one_id, other_id, rule, evidence)
      select 'two_companies', gen_random_uuid(), gen_random_uuid(), 'crowd', '[{"code": "same domain"}]' from generate_series(1, 512)`;
    const crowd = (await list()).filter(({ rule }) => rule === "crowd");
    expect([crowd.length, crowd[0]!.more]).toEqual([200, 312]);
    await sql`delete from public.suggestions where rule = 'crowd'`;
  });
});

describe("introductions", () => {
  const introduce = (contact: string, by: string, ago = 0) =>
    world.as(
      world.noor,
      (tx) => tx`select public.add_introduction(${contact}, ${by}, on_day => public.office_today() - ${ago}::int)`,
    );

  test("relationships 14: by hand, once, in the timeline; not oneself, and not in a circle", async () => {
    const account = await world.company("Introductions");
    const [a, b, c] = [
      await world.person("Anna", account),
      await world.person("Bert", account),
      await world.person("Cleo", account),
    ];
    await introduce(b, a);
    await introduce(c, b);
    await expect(introduce(b, a)).rejects.toThrow("there already");
    await expect(introduce(a, a)).rejects.toThrow("A person cannot introduce themselves.");
    await expect(introduce(a, c)).rejects.toThrow("this would be a circle");
    expect(
      await sql`select record_name, contact_id from public.events where record_type = 'introduction' and contact_id = ${b}`,
    ).toEqual([{ record_name: "Anna", contact_id: b }]);
    expect(await world.tiesOf(a)).toMatchObject([{ given_in: expect.closeTo(3, 9), strength: 0 }]);
    // Two who introduced each other's newcomer at the same time: one is refused.
    const [x, y] = [await world.person("Xaver", account), await world.person("Yvonne", account)];
    const outcomes = await Promise.allSettled([introduce(x, y), introduce(y, x)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("relationships 15: won after it, each deal once, by currency, beside what was received; equal to its list to the cent", async () => {
    const account = await world.company("Revenue");
    await sql`update public.currencies set rate = 1.1 where code = 'EUR'`;
    const [ilse, maren, dana] = [
      await world.person("Ilse", account),
      await world.person("Maren", account),
      await world.person("Danuta", account),
    ];
    await introduce(maren, ilse, 50);
    await introduce(dana, ilse, 40);
    await introduce(dana, maren, 20);
    const stage = async (kind: string) =>
      (await sql<{ id: string }[]>`select id from public.deal_stages where kind = ${kind} order by sort limit 1`)[0]!
        .id;
    const [open, won] = [await stage("open"), await stage("won")];
    const deal = async (name: string, minor: number, currency: string, ago: number, people: string[], kind = won) => {
      const [row] = await sql<{ id: string }[]>`
        insert into public.deals (name, account_id, stage_id, amount_minor, currency) values (${name}, ${account}, ${open}, ${minor}, ${currency}) returning id`;
      for (const person of people)
        await sql`insert into public.deal_contacts (deal_id, contact_id) values (${row!.id}, ${person})`;
      if (kind === won)
        await sql`update public.deals set stage_id = ${won}, closed_at = private.now(), closed_on = public.office_today() - ${ago}::int where id = ${row!.id}`;
      return row!.id;
    };
    const first = await deal("First", 12_345_67, "USD", 10, [maren, dana]);
    await deal("Second", 50_000_01, "EUR", 5, [dana]);
    await deal("Before", 99_999, "USD", 60, [maren]);
    await deal("Open", 99_999, "USD", 0, [maren], open);
    const [request] = await sql<{ id: string }[]>`
      insert into public.payment_requests (account_id, deal_id, title, currency, amount_minor, due_on, state, issued_on, number)
      values (${account}, ${first}, 'Deposit', 'USD', 1000000, public.office_today(), 'open', public.office_today(), ${randomUUID().slice(0, 12)}) returning id`;
    await sql`insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, entered_by)
      values (${request!.id}, 'payment', 1000000, 'USD', 'bank', public.office_today() - 1, ${world.noor}), (${request!.id}, 'refund', -250050, 'USD', 'bank', public.office_today() - 1, ${world.noor})`;
    const rows = await world.as(
      world.noor,
      (tx) =>
        tx<
          { by_contact: string; won: { currency: string; won: number; received: number }[]; deals: number | null }[]
        >`select * from public.introducer_list()`,
    );
    expect(rows.find((row) => row.by_contact === ilse)).toMatchObject({
      deals: 2,
      won: [
        { currency: "EUR", won: 50_000_01, received: 0 },
        { currency: "USD", won: 12_345_67, received: 7_499_50 },
      ],
    });
    expect(rows.find((row) => row.by_contact === maren)).toMatchObject({ deals: null, won: [] });
    const listed = await world.as(
      world.noor,
      (tx) =>
        tx<
          { by_contact: string; currency: string; amount_minor: string; received_minor: string }[]
        >`select * from public.introduced_deals()`,
    );
    for (const { by_contact, won: sums } of rows)
      for (const { currency, won: sum, received } of sums) {
        const own = listed.filter((row) => row.by_contact === by_contact && row.currency === currency);
        expect(own.reduce((all, row) => all + Number(row.amount_minor), 0)).toBe(sum);
        expect(own.reduce((all, row) => all + Number(row.received_minor), 0)).toBe(received);
      }
  });
});

describe("paths and the picture", () => {
  const paths = (target: string) =>
    world.as(
      world.noor,
      (tx) => tx<
        {
          steps: number;
          weakest: number;
          staff_name: string;
          via_name: string | null;
          first_strength: number;
          second_reason: string | null;
          second_strength: number | null;
        }[]
      >`
      select * from public.warm_paths(${target})`,
    );

  test("relationships 7: direct ties that are good first, then two steps where the smaller counts; at most five", async () => {
    const [home, away] = [await world.company("Home"), await world.company("Away")];
    const target = await world.person("Espen Falk", home);
    const [colleague, met, introducer, earlier, unknown] = [
      await world.person("Same House", home),
      await world.person("Often Met", away),
      await world.person("Intro Ducer", away),
      await world.person("Ear Lier", away),
      await world.person("Un Known", away),
    ];
    for (const via of [colleague, met, introducer, earlier])
      await world.contactDays(via, world.noor, world.bothWays("meeting", 0));
    await world.contactDays(unknown, world.noor, world.bothWays("mail", 0));
    await together([target, unknown], 1, 2, 3, 4, 5, 6);
    await together([target, met], 0, 1);
    await world.as(world.noor, (tx) => tx`select public.add_introduction(${target}, ${introducer})`);
    await sql`insert into public.contact_jobs (contact_id, account_id, company, source) values (${earlier}, ${home}, 'Home', 'hand')`;
    const found = await paths(target);
    expect(found.map(({ via_name, second_reason, weakest }) => [via_name, second_reason, weakest])).toEqual([
      ["Intro Ducer", "introduced", 60],
      ["Often Met", "together", 37],
      ["Same House", "same company", 20],
      ["Ear Lier", "earlier company", 10],
    ]);
    expect(
      found.every(
        ({ steps, first_strength, weakest }) => steps === 2 && first_strength >= 25 && weakest <= first_strength,
      ),
    ).toBe(true);
    await world.contactDays(target, world.dana, world.bothWays("meeting", 0));
    expect((await paths(target))[0]).toMatchObject({ steps: 1, staff_name: "Dana Roth", via_name: null, weakest: 50 });
    for (const n of [0, 1, 2, 3]) {
      const extra = await world.person(`Extra ${n}`, home);
      await world.contactDays(extra, world.noor, world.bothWays("meeting", 0));
    }
    expect(await paths(target)).toHaveLength(5);
  });

  test("relationships 16: at most sixty around a record, each once, with edges only between them", async () => {
    const account = await world.company("Crowded");
    const people = await Promise.all(
      [...Array(70).keys()].map((n) => world.person(`Person ${String(n).padStart(2, "0")}`, account)),
    );
    for (const person of people.slice(0, 40)) await world.contactDays(person, world.noor, world.bothWays("mail", 0));
    const [row] = await world.as(
      world.noor,
      (tx) => tx<{ told: { nodes: { id: string }[]; edges: { from: string; to: string }[] } }[]>`
      select public.relationship_network('account', ${account}) as told`,
    );
    const ids = row!.told.nodes.map(({ id }) => id);
    expect(ids.length).toBeLessThanOrEqual(60);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { from, to } of row!.told.edges) expect(ids).toEqual(expect.arrayContaining([from, to]));
    const [again] = await world.as(
      world.noor,
      (tx) => tx<{ told: unknown }[]>`select public.relationship_network('account', ${account}) as told`,
    );
    expect(again!.told).toEqual(row!.told);
  });
});

describe("CRM_REL_MINING", () => {
  const run = (flag: string) =>
    moduleSite(sql, "relationships", server, { settings: { CRM_REL_MINING: flag } })
      .jobs.get("relationships")!
      .run("now", new AbortController().signal);

  test("relationships 20: false: the next sweep empties what was computed, nothing is computed or shown; true: all is counted again", async () => {
    const account = await world.company("Mined");
    const contact = await world.person("Mina Mined", account);
    await world.as(world.noor, (tx) => tx`select public.note_talk(${contact}, public.office_today())`);
    const refusals =
      await sql`select kind, one_id, other_id from public.suggestions where state = 'refused' order by id`;
    await run("false");
    const rows = await sql<{ n: number }[]>`
      select (select count(*) from private.tie_days) + (select count(*) from private.pair_days) + (select count(*) from private.ties) + (select count(*) from private.compared_signs)
        + (select count(*) from private.records_to_compare) + (select count(*) from public.suggestions where state in ('open', 'gone') or evidence <> '[]') as n`;
    expect(Number(rows[0]!.n)).toBe(0);
    await world.contactDays(contact, world.noor, world.bothWays("mail", 0));
    expect(await sql`select 1 from private.tie_days`).toEqual([]);
    await expect(world.tiesOf(contact)).rejects.toThrow("Relationship mining is off: nothing is computed.");
    await expect(list()).rejects.toThrow("Relationship mining is off");
    const [state] = await world.as(
      world.noor,
      (tx) => tx<{ state: object }[]>`select public.relationship_state() as state`,
    );
    expect(state!.state).toEqual({ is_on: false });
    await run("true");
    expect(await world.strength(contact)).toBe(37);
    expect(
      await sql`select kind, one_id, other_id from public.suggestions where state = 'refused' order by id`,
    ).toEqual(refusals);
  });
});
