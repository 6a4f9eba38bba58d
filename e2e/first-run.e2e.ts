// The first hour of a firm: from `npm start` on an empty directory to a reply, the page that leads through it, and what it offers.
import { expect } from "vitest";
import { toast } from "./crm-screen.ts";
import { addAdministrator, startEmpty } from "./empty-installation.ts";
import { test } from "./fixtures.ts";
import { asAdmin, asOwner } from "./people.ts";

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
    await page.getByLabel("Reply to Dana Whitlock", { exact: true }).fill("Yes. Thursday at ten suits us.");
    // 8. The button says what it does while SAFE is on.
    await page.getByText("SAFE: waits in the outbox.").waitFor();
    await page.getByRole("button", { name: "Queue reply" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Queue reply" }).click();
    await page.getByRole("region", { name: "Replies" }).getByText("Written, not sent: held by SAFE").waitFor();
  } finally {
    await server.throwAway();
  }
});

test("first-run 2: the legal name of Settings stands on the public page within seconds", async ({ page, server }) => {
  await asAdmin(page, server);
  await asOwner(server, "/rest/v1/firm?id=is.true", {
    method: "PATCH",
    body: { legal_name: "Veldhaven & Sons AS", street: "Havnegata 1", city: "Bergen" },
  });
  await expect
    .poll(async () => {
      await page.goto("/about");
      return page.locator("#colophon").innerText();
    })
    .toContain("Veldhaven & Sons AS, Havnegata 1, Bergen");
});

test("first-run 6, 7: settings stand in nine groups with the specified tabs; SAFE is said once outside the places where a button changes", async ({
  page,
  server,
}) => {
  await asAdmin(page, server);
  await asOwner(server, "/rest/v1/modules?key=not.is.null", { method: "PATCH", body: { live: true } });
  await page.goto("/admin/settings");
  const index = page.getByRole("tablist", { name: "Settings" });
  await index.getByRole("tab", { name: "Payments" }).waitFor();
  const words = (await index.innerText()).split("\n").map((word) => word.trim());
  const groups = ["System", "You", "Team", "Firm", "Office", "Modules", "Mail", "Money", "Data"];
  expect(words.filter((word) => groups.includes(word)).filter((word, at, all) => all.indexOf(word) === at)).toEqual(
    groups,
  );
  for (const name of ["Integrations", "Feature Flags", "File Paths", "System Tests"])
    await index.getByRole("tab", { name, exact: true }).waitFor();
  await index.getByRole("tab", { name: "Integrations" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("tabpanel", { name: "Feature Flags" }).waitFor();
  await index.getByRole("tab", { name: "System Tests" }).click();
  await page.getByRole("button", { name: "Run Publish guard test" }).waitFor();
  for (const path of ["/admin", "/admin/sequences", "/admin/deals", "/admin/payments"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(
      await page
        .locator("main")
        .getByText(/\bSAFE\b/)
        .count(),
      path,
    ).toBe(0);
  }
});
