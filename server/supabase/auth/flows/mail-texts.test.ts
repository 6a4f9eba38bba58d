import { expect, it } from "vitest";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { durationInWords } from "./mail-texts.ts";

const { sql } = await testDatabase();

it.each([
  [60, "1 minute"],
  [90, "90 seconds"],
  [600, "10 minutes"],
  [3600, "1 hour"],
  [5400, "90 minutes"],
  [86_400, "24 hours"],
])("%i seconds are %s", (seconds, words) => expect(durationInWords(seconds)).toBe(words));

it("mail says how long its link and its code are valid, as the operator has set it", async () => {
  const site = await testAuth(sql, { OTP_SECONDS: "120", LINK_SECONDS: "7200" });
  const email = someone();
  const browser = site.browser();
  await browser.auth.signUp({ email, password: "right password" });
  const mail = await site.mailTo(email);
  for (const said of [mail.text, mail.html]) {
    expect(said).toContain("The link is valid for 2 hours.");
    expect(said).toContain("valid for 2 minutes");
  }
  site.clock.ahead(121_000);
  const { error } = await browser.auth.verifyOtp({ email, token: mail.code, type: "email" });
  expect(error).toMatchObject({ code: "otp_expired" });
  expect((await site.open(mail.link)).hash).toContain("access_token=");
});
