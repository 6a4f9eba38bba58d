// The switch for publishing, set in the environment.
import { expect } from "vitest";
import { test } from "./fixtures.ts";
import { addPerson, signInAs } from "./people.ts";
import { startServer } from "./start-server.ts";

test("AUTO_PUBLISH in the environment fixes the switch, and Settings says where it is set", async ({ browser }) => {
  const server = await startServer({ AUTO_PUBLISH: "false" });
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const page = await context.newPage();
    await signInAs(page, server, await addPerson(server, { admin: true }));
    await page.goto("/admin/settings?tab=flags");
    const panel = page.getByRole("main").getByRole("region", { name: "Publishing switch" });
    await panel.getByText("Fixed by AUTO_PUBLISH=false in the environment of the server.").waitFor();
    expect(await panel.getByRole("switch").count()).toBe(0);
  } finally {
    await context.close();
    await server.stop();
  }
});
