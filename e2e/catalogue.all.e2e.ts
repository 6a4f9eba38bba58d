// What a client may choose and ask, in a browser: options, one of a group and a quantity, then accepted; another is asked to be changed.
import { expect } from "vitest";
import { startDeals } from "./deal-screen.ts";
import { phone, problemsOf, test } from "./fixtures.ts";
import { addContacts, asOwner } from "./people.ts";

const offer = {
  title: "A publishing desk",
  deposit_bp: 0,
  groups: [{ key: "way", title: "Where the desk runs" }],
  items: [
    { title: "Archive index", unit_minor: 100_000, tax_bp: 1900 },
    { title: "In the cloud", unit_minor: 50_000, tax_bp: 1900, group_key: "way", selected: true },
    { title: "In your own rooms", unit_minor: 80_000, tax_bp: 1900, group_key: "way", selected: false },
    { title: "Seats", unit_minor: 1000, quantity_milli: 5000, qty_min_milli: 2000, qty_max_milli: 20_000 },
    { title: "Night desk", unit_minor: 7000, optional: true, selected: false },
  ],
};

test("proposals 14, 16: a client chooses and accepts; another asks for a change, and is told that a new version comes", async ({
  open,
  server,
}) => {
  const page = await open({ reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
  await startDeals(page, server, "proposals", "catalogue", "tasks");
  const [made] = await asOwner<{ id: string }[]>(server, "/rest/v1/accounts?select=id", {
    method: "POST",
    body: { name: "Norrfall" },
  });
  const account = made!.id;
  const [person] = await addContacts(server, [
    { account_id: account, name: "Maren Oduya", email: "maren@norrfall.example" },
  ]);
  const call = <T>(name: string, body: object) => asOwner<T>(server, `/rest/v1/rpc/${name}`, { method: "POST", body });
  const linkOf = async () => {
    const id = await call<string>("create_proposal", { of_record: { account, contact: person!.id } });
    await call("save_proposal", { proposal: id, draft: offer });
    await call("send_proposal", { proposal: id });
    await page.goto(`/admin/proposals/${id}`);
    // A browser is used for many files: what another one copied would be taken for this link.
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("/p/");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    return { id, address: new URL(copied).pathname };
  };
  const first = await linkOf();
  const client = await open({ ...phone, reducedMotion: "reduce" });
  await client.goto(first.address);
  await client.getByRole("radio", { name: "In your own rooms" }).check();
  await client.waitForURL(/group-way=3/);
  await client.getByRole("checkbox", { name: "Night desk" }).check();
  await client.waitForURL(/option=5/);
  await client.getByLabel("Quantity of Seats").fill("20");
  await client.getByLabel("Quantity of Seats").press("Enter");
  await client.waitForURL(/quantity-4=20/);
  // 1,000 + 800 with 19 %, 200 and 70 without.
  await client.getByRole("complementary").getByText("$2,412.00").waitFor();
  await client.getByLabel("Type your full name to accept").fill("Maren Oduya");
  await client.getByRole("checkbox", { name: /I may sign this/ }).check();
  await client.getByRole("button", { name: "Accept proposal" }).click();
  await client.getByText("Accepted.").waitFor();

  const second = await linkOf();
  await client.goto(second.address);
  await client.getByText("Ask for a change").click();
  await client.getByLabel("What should change").fill("Fewer seats, please.");
  await client.getByLabel("Your name").last().fill("Maren Oduya");
  await client.getByRole("button", { name: "Ask for the change" }).click();
  await client.getByRole("heading", { name: "A change was asked for" }).waitFor();
  await page.goto(`/admin/proposals/${second.id}`);
  const asked = page.getByRole("region", { name: "What the client asks" });
  await asked.getByText("Fewer seats, please.").waitFor();
  await asked.getByLabel("Answer").fill("Two is the least now.");
  await asked.getByRole("button", { name: "Done", exact: true }).click();
  await asked.getByText("All answered").waitFor();
  expect(problemsOf(page)).toEqual([]);
  expect(problemsOf(client)).toEqual([]);
});
