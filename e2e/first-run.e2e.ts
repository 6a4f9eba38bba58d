// The first hour of a firm: from `npm start` on an empty directory to a reply, the page that leads through it, and what it offers.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { addAdministrator, startEmpty } from "./empty-installation.ts";
import { test } from "./fixtures.ts";

test("first-run 8: a stranger goes from the start's output to a held reply on a real inquiry, each next action on the screen", async ({
  open,
}) => {
  const server = await startEmpty();
  try {
    // 1. What the start printed is all one has to do outside the browser.
    expect(server.output()).toContain("npm run admin -- add you@example.com");
    expect(server.output()).toContain(`Back office  `);
    const { email, password } = await addAdministrator(server);
    const page = await open({ baseURL: server.url });
    // 2. The address that the start printed.
    await page.goto("/admin");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign In" }).click();
    // 3. The dashboard names the next step, and its button leads there.
    await page.getByRole("link", { name: "Set up your firm" }).click();
    await page.getByLabel("Your name").fill("Noor Marchetti");
    await page.getByRole("button", { name: "Save name" }).click();
    // 4. The next step opens by itself; what one does not know yet is skipped.
    for (const name of ["Your firm", "Your office"]) {
      await page.locator('button[aria-expanded="true"]').filter({ hasText: name }).waitFor();
      await page.getByRole("button", { name: "Skip this step" }).click();
    }
    await page.getByRole("button", { name: "Everything", exact: true }).click();
    await toast(page, "Everything is on");
    await page.getByText("Done").nth(1).waitFor();
    // 5. An empty firm says what its first record could be.
    await page.getByRole("link", { name: "To the dashboard" }).click();
    // What was put aside is not done.
    await page.getByRole("region", { name: "First steps" }).getByText("2 of 7 done.").waitFor();
    const first = page.getByRole("region", { name: "First records" });
    expect(await first.getByRole("link", { name: /^Write one/ }).getAttribute("href")).toBe("/contact");
    // 6. As a visitor: the form that the link opens.
    const visitor = await open({ baseURL: server.url });
    await visitor.goto("/contact");
    await visitor.getByLabel("Name", { exact: true }).fill("Dana Whitlock");
    await visitor.getByLabel("Email", { exact: true }).fill("dana@castelline.example");
    await visitor.getByLabel("Subject", { exact: true }).fill("AI Consult");
    await visitor.getByLabel("Message", { exact: true }).fill("Could somebody look at two contracts with us?");
    await visitor.getByRole("button", { name: "Send message" }).click();
    await visitor.getByRole("heading", { level: 1, name: "Thank you, Dana" }).waitFor();
    // 7. It waits on the dashboard, with the button to answer it.
    await page.reload();
    await page
      .getByRole("link", { name: /^Answer/ })
      .first()
      .click();
    await page.getByLabel("Reply to Dana Whitlock").fill("Yes. Thursday at ten suits us.");
    // 8. The button says what it does while SAFE is on.
    await page.getByText("SAFE: waits in the outbox.").waitFor();
    await page.getByRole("button", { name: "Queue reply" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Queue reply" }).click();
    await page.getByRole("region", { name: "Replies" }).getByText("Written, not sent: held by SAFE").waitFor();
  } finally {
    await server.throwAway();
  }
});
