// Who signs a proposal and its mails: a person with a name, or the company. Never an address.
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { expect, test } from "vitest";

const { sql } = await testDatabase();
const { sent, noorId } = await proposalsForTests(sql);

test("a proposal and its mail are signed with a name or by the company, never with an address", async () => {
  const signed = async (name: string) => {
    await sql`update public.staff set name = ${name} where user_id = ${noorId}`;
    const { id } = await sent();
    const [written] = await sql<{ mail: string; by: string | null; house: string }[]>`
      select (select body_text from public.outbox where origin_id = ${id} and dedupe_key like '%:sent%') as mail,
        private.proposal_parties(version) ->> 'from' as by, private.proposal_parties(version) ->> 'house' as house
      from public.proposal_versions as version where proposal_id = ${id}`;
    return written!;
  };
  const named = await signed("Maren Oduya");
  expect(named.by).toBe("Maren Oduya");
  expect(named.mail).toMatch(/\n\nMaren Oduya\nGuidevane Advisory LLC$/);
  const unnamed = await signed("maren@guidevane.example");
  expect(unnamed).toMatchObject({ by: null, house: "Guidevane Advisory LLC" });
  expect(unnamed.mail).toMatch(/\n\nGuidevane Advisory LLC$/);
  expect(unnamed.mail).not.toContain("maren@");
});
