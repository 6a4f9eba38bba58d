// The way of a message out of the house: held in SAFE, looked at, released by a person once publishing is on, arrived exactly once;
// and the recipient's way out of further ones.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { desktop, test } from "./fixtures.ts";
import { stateOf, withHeldMail } from "./held-mail.ts";
import { message } from "./outreach-screen.ts";
import { asOwner } from "./people.ts";

test("outbox 4: held in SAFE, a message leaves once when a person releases it with publishing on; one button unsubscribes", ({
  browser,
}) =>
  withHeldMail(browser, async (page, server, mailbox) => {
    await page.getByText("Publishing is on.").waitFor();
    await message(page, "Did it arrive?").click();
    const article = page.getByRole("article");
    await article.getByText("Dear Maren,", { exact: false }).waitFor();
    await article.getByRole("button", { name: "HTML" }).click();
    await article.locator("iframe").contentFrame().getByText("Dear Maren,").waitFor();
    expect(mailbox.raw).toEqual([]);
    await page.getByRole("button", { name: "Release and send" }).click();
    const check = page.getByRole("dialog", { name: "Send this message?" });
    await check.getByText("maren@norrfall.example", { exact: false }).waitFor();
    await check.getByRole("button", { name: "Send it now" }).click();
    await toast(page, "1 message released");
    await expect.poll(() => mailbox.raw.length).toBe(1);
    await page.getByRole("tab", { name: /^Sent/ }).click();
    await message(page, "Did it arrive?").waitFor();
    await page.getByRole("article").getByText("Released by").waitFor();

    const mail = await mailbox.read(0);
    expect(mail).toMatchObject({ subject: "Did it arrive?", to: [{ address: "maren@norrfall.example" }] });
    expect(mail.text).toContain("Dear Maren,");
    const address = /https?:\/\/\S+\/u\/[\w-]+/.exec(mail.text ?? "")?.[0];
    expect(address).toBeDefined();
    expect(mail.html).toContain(address);

    // Looking changes nothing: mail scanners open every address.
    const stops = () => asOwner<unknown[]>(server, "/rest/v1/suppressions?select=reason,scope&lifted_at=is.null");
    const reader = await browser.newContext({ viewport: desktop, javaScriptEnabled: false });
    const unsubscribe = await reader.newPage();
    const opened = await unsubscribe.goto(new URL(new URL(address!).pathname, server.url).href);
    expect(opened?.status()).toBe(200);
    expect(opened?.headers()).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(await stops()).toEqual([]);
    await unsubscribe.getByRole("button").click();
    await unsubscribe.waitForLoadState();
    expect(await stops()).toEqual([{ reason: "unsubscribe", scope: "outreach" }]);
    await reader.close();
    await page.getByRole("tab", { name: "Stop list" }).click();
    await page.getByText("Unsubscribed", { exact: false }).waitFor();

    // Nothing of it was sent twice, and what no one released has not left.
    expect(mailbox.raw).toHaveLength(1);
    expect(await stateOf(server, "Stays held")).toBe("held");
  }));
