// What doctor says of unsubscribing and of Postmark.
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { readEnv } from "#server/env.ts";
import { checkPostmark, checkUnsubscribing } from "./check-mail.ts";

const from = "hello@guidevane.example";
const key = () =>
  generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey.export({ type: "pkcs1", format: "pem" });
const https = { SITE_URL: "https://guidevane.test", SMTP_URL: "smtp://127.0.0.1:1" };

test("outbox 10: doctor warns where a site is not https, and looks into a mail that we sign", async () => {
  const say = (settings: Record<string, string>) => checkUnsubscribing(readEnv(settings), from);
  expect((await say({ SITE_URL: "http://guidevane.test" })).mark).toBe("note");
  expect((await say(https)).words).toContain("your mail server signs");
  // In one line, as in a file of settings.
  const signed = { DKIM_SELECTOR: "one", DKIM_PRIVATE_KEY: String(key()).replaceAll("\n", String.raw`\n`) };
  expect(await say({ ...https, ...signed })).toEqual({
    mark: "ok",
    words: "one-click addresses are https, and both headers are inside our DKIM signature",
  });
});

test("outbox 14: doctor wants the stream of outreach to leave unsubscribing to us, and a login for webhooks", async () => {
  let handling = "Postmark";
  const server = createServer((_request, response) =>
    response.end(JSON.stringify({ SubscriptionManagementConfiguration: { UnsubscribeHandlingType: handling } })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const settings = {
    ...https,
    POSTMARK_SERVER_TOKEN: "t",
    POSTMARK_OUTREACH_STREAM: "outreach",
    POSTMARK_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const marks = async () => (await checkPostmark(readEnv(settings))).map(({ mark }) => mark);
  expect(await marks()).toEqual(["note", "fix"]);
  handling = "Custom";
  expect(await marks()).toEqual(["note", "ok"]);
  await new Promise((resolve) => server.close(resolve));
});
