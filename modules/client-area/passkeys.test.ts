// Passkeys of clients: added after signing in, used instead of a code, ended with everything else.
import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { clientSite } from "#server/testing/client-site.ts";
import { SoftwareAuthenticator } from "#server/testing/software-authenticator.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "./server.ts";

const { sql } = await testDatabase();
const site = await clientSite(sql, (later) => serverWith({ later }));
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));

type Asked = {
  options: { challenge: string; rp: { id?: string }; user?: { id: string }; rpId?: string };
  challenge: string;
};

test("client-area 1: a passkey is offered after signing in, opens the area without a mail, and each challenge works once", async () => {
  const company = await site.company("Keyed");
  await site.give(company.contact);
  const visitor = site.visitor();
  await visitor.signIn(company.email);
  const json = (address: string, body: object, who = visitor) =>
    who.ask(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const nonce = /data-nonce="([^"]+)"/.exec(await visitor.text("/client/account"))![1]!;
  // Not without a page of one's own.
  expect((await json("/client/passkey/new", { nonce: "x" })).status).toBe(403);
  expect((await json("/client/passkey/new", { nonce }, site.visitor())).status).toBe(403);
  const asked = (await (await json("/client/passkey/new", { nonce })).json()) as Asked;
  const key = new SoftwareAuthenticator("https://guidevane.test");
  const made = { nonce, challenge: asked.challenge, credential: key.create(asked.options) };
  expect((await json("/client/passkey/add", made)).status).toBe(200);
  expect((await json("/client/passkey/add", made)).status).toBe(403);
  expect(await visitor.text("/client/account")).toContain("Passkey of");

  const phone = site.visitor();
  const mails = await site.mailsTo(company.email);
  const given = (await (await json("/client/passkey/options", {}, phone)).json()) as Asked;
  const proof = { challenge: given.challenge, credential: key.get({ ...given.options, rpId: "guidevane.test" }) };
  const entered = await json("/client/passkey/enter", proof, phone);
  expect([entered.status, await entered.json()]).toEqual([200, { to: "/client" }]);
  expect(await phone.text("/client")).toContain("Offer for Keyed");
  expect(await site.mailsTo(company.email)).toBe(mails);
  // Seen once, it is of no use to anyone who heard it.
  expect((await json("/client/passkey/enter", proof, site.visitor())).status).toBe(403);
  // Of another key nothing is said.
  const fresh = (await (await json("/client/passkey/options", {}, phone)).json()) as Asked;
  const stranger = new SoftwareAuthenticator("https://guidevane.test");
  stranger.create(asked.options);
  const refused = await json(
    "/client/passkey/enter",
    { challenge: fresh.challenge, credential: stranger.get({ ...fresh.options, rpId: "guidevane.test" }) },
    site.visitor(),
  );
  expect(refused.status).toBe(403);

  await sql`update public.client_access set revoked_at = now() where contact_id = ${company.contact}`;
  const late = (await (await json("/client/passkey/options", {}, phone)).json()) as Asked;
  const locked = site.visitor();
  await json(
    "/client/passkey/enter",
    { challenge: late.challenge, credential: key.get({ ...late.options, rpId: "guidevane.test" }) },
    locked,
  );
  expect(await locked.text("/client")).toContain("Send me a code");
});
