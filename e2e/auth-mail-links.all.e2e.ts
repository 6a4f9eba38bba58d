// Links of mails: when passwords were wrong too often.
import { mailTo } from "./auth-screen.ts";
import { sharedTest as test, startServerWith } from "./fixtures.ts";
import { addPerson, sessionOf, signInAs } from "./people.ts";
import { expect } from "vitest";
import type { Page } from "playwright-core";
import type { RunningServer } from "./start-server.ts";

const signedInAs = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem("guidevane-session") ?? "null") as { user: { email: string } } | null)?.user
        .email,
  );

async function fragmentOf(server: RunningServer, person: Awaited<ReturnType<typeof addPerson>>) {
  const { access_token, refresh_token } = JSON.parse(await sessionOf(server, person)) as Record<string, string>;
  return `#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer&type=magiclink`;
}

test("who is slowed down by wrong passwords is offered a link, which lets them in at once", async ({ open }) => {
  const server = await startServerWith({ LIMIT_PASSWORD_FAILURES: "1" });
  try {
    const person = await addPerson(server, { admin: true });
    const page = await open();
    await page.goto(`${server.url}/auth`);
    for (const word of ["wrong password 1", "wrong password 2"]) {
      await page.getByLabel("Email").fill(person.email);
      await page.getByLabel("Password", { exact: true }).fill(word);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
    }
    await page.getByRole("alert").getByText("Request rate limit reached").waitFor();
    await page.getByRole("button", { name: "Send me a sign-in link" }).click();
    await page.getByText("a mail with a link and a code is on its way").waitFor();
    await page.goto((await mailTo(server, person.email)).link);
    await page.waitForURL(`${server.url}/admin`);
  } finally {
    await server.stop();
  }
});

test("an address with somebody else's session asks before it replaces the one that is there", async ({
  page,
  server,
}) => {
  const [mine, theirs] = [await addPerson(server, { admin: true }), await addPerson(server, { admin: true })];
  await signInAs(page, server, mine);
  const fragment = await fragmentOf(server, theirs);
  await page.goto(`/admin${fragment}`);
  await page.getByRole("alert").getByText(`You are signed in as ${mine.email}.`).waitFor();
  expect(page.url()).not.toContain("access_token");
  expect(await signedInAs(page)).toBe(mine.email);
  await page.getByRole("button", { name: `Stay signed in as ${mine.email}` }).click();
  await page.waitForURL("/admin");
  expect(await signedInAs(page)).toBe(mine.email);

  await page.goto("about:blank");
  await page.goto(`/admin/settings${fragment}`);
  await page.getByRole("button", { name: `Sign in as ${theirs.email}` }).click();
  await page.waitForURL("/admin/settings");
  await expect.poll(() => signedInAs(page)).toBe(theirs.email);
});

test("an address with a session signs nobody in unasked either", async ({ page, server }) => {
  const theirs = await addPerson(server, { admin: true });
  await page.goto(`/auth${await fragmentOf(server, theirs)}`);
  await page.getByText(`The link signs in as ${theirs.email}.`).waitFor();
  expect(await signedInAs(page)).toBeUndefined();
  await page.getByRole("button", { name: "Do not sign in" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  expect(await signedInAs(page)).toBeUndefined();
});

test("a link opened in another browser says so, and the code beside it goes on here", async ({
  page,
  open,
  server,
}) => {
  const { email } = await addPerson(server, { admin: true });
  const ask = async (before = "") => {
    await page.goto("/auth?step=forgot");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("a mail with a link is on its way").waitFor();
    return mailTo(server, email, before);
  };
  const first = await ask();
  const other = await open();
  await other.goto(first.link);
  await other.getByRole("alert").getByText("This link was opened in another browser").waitFor();
  expect(await signedInAs(other)).toBeUndefined();
  await other.getByRole("button", { name: "Send the link" }).waitFor();

  const second = await ask(first.link);
  expect(second.link).not.toBe(first.link);
  await page.getByLabel("Or type the code from the mail").fill(second.code);
  await page.getByRole("button", { name: "Continue with the code" }).click();
  await page.getByLabel("New password", { exact: true }).fill("another horse 11");
  await page.getByRole("button", { name: "Save the new password" }).click();
  await page.waitForURL("/admin");
});
