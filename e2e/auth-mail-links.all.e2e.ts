// Links of mails: when passwords were wrong too often.
import { mailTo } from "./auth-screen.ts";
import { sharedTest as test, startServerWith } from "./fixtures.ts";
import { addPerson } from "./people.ts";

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
