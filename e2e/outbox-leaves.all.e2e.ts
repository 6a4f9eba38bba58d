// The way of a message out of the house: many at once, and those of which no one knows whether they left.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { stateOf, withHeldMail } from "./held-mail.ts";
import { message } from "./outreach-screen.ts";
import { inDatabase } from "./task-screen.ts";

test("outbox 4, outbox 6: all that is held is released after a second check, and an uncertain message is settled", ({
  browser,
}) =>
  withHeldMail(browser, async (page, server, mailbox) => {
    // outbox 6: an uncertain one is repeated by no one but a person who has looked.
    const settle = async (subject: string, as: string, said: string) => {
      await page.getByRole("tab", { name: /^Uncertain/ }).click();
      await message(page, subject).click();
      await page.getByRole("article").getByRole("heading", { name: subject }).waitFor();
      await page.getByRole("button", { name: "Settle", exact: true }).click();
      const question = page.getByRole("dialog", { name: "Did it leave?" });
      await question.getByRole("button", { name: "Settle" }).click();
      await question.getByText("Choose one of the two.", { exact: false }).waitFor();
      await question.getByRole("radio", { name: as }).check();
      await question.getByRole("button", { name: "Settle" }).click();
      await toast(page, said);
    };
    await settle("It had left", "It left", "Settled: it has left");
    await settle("It never left", "It did not leave", "Settled: it is sent again");
    await expect.poll(() => mailbox.raw.length).toBe(1);
    expect((await mailbox.read(0)).subject).toBe("It never left");
    expect(await stateOf(server, "It had left")).toBe("sent");

    // All that is held, after a box is ticked; one more that came in the meantime, and nothing leaves.
    await page.getByRole("tab", { name: /^Held/ }).click();
    const all = async (count: number) => {
      await page.getByRole("button", { name: "Release all held" }).click();
      const question = page.getByRole("dialog", { name: new RegExp(`^Send all ${count} held`) });
      const send = question.getByRole("button", { name: `Send ${count} now` });
      expect(await send.isDisabled()).toBe(true);
      await question.getByRole("checkbox").check();
      return { question, send };
    };
    const first = await all(2);
    await inDatabase(server, (sql) =>
      sql.begin(async (tx) => {
        await tx`update private.outbox_gate set is_open = false`;
        await tx`select private.put_in_outbox('{"class": "transactional", "dedupe_key": "late", "origin_kind": "mail",
          "to_address": "late@elsewhere.example", "subject": "Came meanwhile", "body_text": "Hello"}')`;
        await tx`update private.outbox_gate set is_open = true`;
      }),
    );
    await first.send.click();
    await page.getByText("There are 3 now, not 2. Look again.").waitFor();
    expect(mailbox.raw).toHaveLength(1);
    await first.question.getByRole("button", { name: "Keep held" }).click();
    await message(page, "Came meanwhile").waitFor();
    await (await all(3)).send.click();
    await toast(page, "3 messages released");
    await expect.poll(() => mailbox.raw.length).toBe(4);
    const subjects = await Promise.all([1, 2, 3].map(async (at) => (await mailbox.read(at)).subject));
    expect(subjects.toSorted()).toEqual(["Came meanwhile", "Did it arrive?", "Stays held"]);
  }));
