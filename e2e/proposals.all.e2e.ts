// A proposal from a deal to the client's answer: written, queued, read without script, accepted on a phone; another declined. What `npm test -- all` adds.
import { expect } from "vitest";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addPerson, asOwner, signInAs } from "./people.ts";
import { inDatabase, switchOn } from "./task-screen.ts";
import { createLinks } from "../server/platform/links/links.ts";

const calm = { reducedMotion: "reduce" } as const;

test("proposals 1, 8: the page with script: seen when touched, options at once, both themes, declined with a reason; the list on a phone", async ({
  open,
  server,
}) => {
  const office = await open({ viewport: phone, ...calm });
  // Not an empty database: a company whose proposal was answered stays.
  await switchOn(server, "proposals");
  await signInAs(office, server, await addPerson(server, { admin: true }));
  const { token, id } = await inDatabase(server, async (sql) => {
    const [admin] = await sql<
      { user_id: string }[]
    >`select user_id from public.user_roles where role = 'admin' limit 1`;
    return sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: "authenticated", sub: admin!.user_id })}, true)`;
      const [company] = await tx<
        { id: string }[]
      >`insert into public.accounts (name) values ('Castelline') returning id`;
      await tx`insert into public.contacts (account_id, name, email) values (${company!.id}, 'Ines Roy', 'ines@castelline.example')`;
      const [made] = await tx<
        { id: string }[]
      >`select public.create_proposal(${JSON.stringify({ account: company!.id })}::jsonb) as id`;
      const draft = {
        title: "Operations review",
        intro: "Dear Ines, nobody could say how the notes of a shift are used.",
        terms: "## How we end\nTwo weeks' notice.",
        // The name of a date stands in the sheet beside the letter: a word that no column holds.
        dates: [{ day: "2027-01-13", title: `Start of ${"weeks".repeat(15)}`, text: "One week on site." }],
        items: [
          { title: "Review", unit_minor: 9_600_000 },
          { title: "Second site", unit_minor: 1_200_000, optional: true, selected: false },
        ],
      };
      await tx`select public.save_proposal(${made!.id}, ${JSON.stringify(draft)}::jsonb)`;
      await tx`select public.send_proposal(${made!.id})`;
      return {
        id: made!.id,
        token: (await createLinks(sql).issue({ kind: "proposal", subjectId: made!.id }, tx)).token,
      };
    });
  });
  const state = async () =>
    (await asOwner<{ state: string }[]>(server, `/rest/v1/proposals?select=state&id=eq.${id}`))[0]!.state;
  const client = await open(calm);
  await client.goto(`/p/${token}`);
  await client.getByRole("heading", { name: "Operations review" }).waitFor();
  await expectNoSidewaysScroll(client, "/p/token at 1440");
  // With script the options count by themselves.
  expect(await client.getByRole("button", { name: "Update the total" }).count()).toBe(0);
  expect(await state()).toBe("sent");
  await client.keyboard.press("Tab");
  await expect.poll(state).toBe("viewed");
  // The sums come with a new page: what was typed before stays, and so does the place on it. A tick for the sums before does not.
  await client.getByLabel("Type your full name to accept").fill("Maren Oduya");
  await client.getByRole("complementary").getByRole("checkbox").first().check();
  await client.getByRole("checkbox", { name: "Second site" }).click();
  await client.getByRole("complementary").getByText("$108,000").waitFor();
  expect(await client.getByLabel("Type your full name to accept").inputValue()).toBe("Maren Oduya");
  expect(await client.getByRole("complementary").getByRole("checkbox").first().isChecked()).toBe(false);
  await expectClean(client, "client's page");
  expect(problemsOf(client)).toEqual([]);

  const small = await open({ viewport: phone, ...calm, dark: true });
  await small.goto(`/p/${token}`);
  await small.getByRole("link", { name: "Your answer" }).click();
  await expectNoSidewaysScroll(small, `/p/token`);
  // Its owner has no name: the firm signs alone, and once.
  expect(await small.locator("p", { hasText: /^\s*Guidevane Advisory LLC\s*$/ }).count()).toBe(1);
  // Long amounts of a currency without a sign stay within the column of the lines above them.
  for (const width of [phone.width, 320]) {
    await small.setViewportSize({ width, height: 800 });
    const beyond = await small.evaluate(() => {
      const sums = document.querySelector<HTMLElement>(".sums")!;
      const amount = "SEK\u00A012,354,126.13";
      for (const term of sums.querySelectorAll("dt:not(.grand)")) term.textContent = `Tax, 25% of ${amount}`;
      for (const value of sums.querySelectorAll("dd")) value.textContent = amount;
      const end = document.querySelector(".offer")!.getBoundingClientRect().right;
      return [...sums.querySelectorAll("dd")].filter((value) => value.getBoundingClientRect().right > end + 0.5).length;
    });
    expect(beyond, `${width} px`).toBe(0);
  }
  await small.setViewportSize(phone);
  await small.getByText("Decline", { exact: true }).click();
  await small.getByLabel("Why, in a sentence, if you like").fill("Not this year");
  await small.getByRole("checkbox", { name: "Yes, we decline this proposal." }).check();
  await expectClean(small, "declining on a phone", { first: "dark" });
  await small.getByRole("button", { name: "Decline proposal" }).click();
  await small.getByText("Thank you for saying so.").waitFor();

  await office.goto("/admin/proposals?tab=answered");
  await office.getByRole("link", { name: "Operations review" }).waitFor();
  await expectNoSidewaysScroll(office, "/admin/proposals");
  await expectClean(office, "list of proposals");
  await office.getByRole("link", { name: "Operations review" }).click();
  await office.getByText("Not this year").first().waitFor();
  await expectNoSidewaysScroll(office, "/admin/proposals/id");
  expect(problemsOf(office)).toEqual([]);
});
