import { chromium } from "playwright-core";
import { camt } from "../modules/cash/testing/camt-files.ts";
import { findBrowser } from "../tools/check/find-browser.mjs";
import { ensureBuilt } from "../tools/prepare.mjs";
import { startServer } from "./start-server.ts";
import { addClient, switchOn } from "./payments-screen.ts";
import { addAccounts, asOwner, addPerson, sessionOf } from "./people.ts";
await ensureBuilt();
const server = await startServer({ PORT: "42410" });
const browser = await chromium.launch({ executablePath: findBrowser()!, chromiumSandbox: false });
try {
  await switchOn(server, "payments", "invoices", "cash");
  const session = await sessionOf(server, await addPerson(server, { admin: true }));
  const contexts = await Promise.all([[1440, 900, "light"], [390, 844, "light"], [1440, 900, "dark"], [390, 844, "dark"]].map(async ([width, height, colorScheme]) => {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width, height } as never, colorScheme: colorScheme as never, reducedMotion: "reduce" });
    await context.addInitScript((value) => localStorage.setItem("guidevane-session", value), session);
    return { name: `${width}-${colorScheme}`, page: await context.newPage() };
  }));
  const shot = async (what: string, full = true, which = contexts) => {
    for (const { name, page } of which) { await page.evaluate(() => document.fonts.ready); await page.waitForTimeout(300); await page.screenshot({ path: `/tmp/bank-pics/${what}-${name}.png`, fullPage: full }); }
  };
  const all = async (work: (page: (typeof contexts)[0]["page"]) => Promise<unknown>, which = contexts) => { for (const { page } of which) await work(page); };
  await all((page) => page.goto("/admin/cash/bank").then(() => page.getByText("No bank account").waitFor()), contexts.slice(0, 1));
  await shot("no-account", true, contexts.slice(0, 1));
  const account = await addClient(server);
  const [fjord] = await addAccounts(server, [{ name: "Fjord and the very long name of a holding company for wind, water and everything between GmbH & Co. KG" }]);
  await asOwner(server, "/rest/v1/office?id=is.true", { method: "PATCH", body: { currency: "EUR" } });
  await asOwner(server, "/rest/v1/firm?id=is.true", { method: "PATCH", body: { bank_holder: "Guidevane", bank_account: "DE89370400440532013000", bank_name: "Hanse Bank" } });
  await all((page) => page.goto("/admin/cash/bank").then(() => page.getByText("No bookings yet").waitFor()));
  await shot("empty");
  const ask = (title: string, amount: number, of = account) => asOwner<string>(server, "/rest/v1/rpc/new_payment_request", { method: "POST", body: { asked: { account_id: of, title, amount_minor: amount, currency: "EUR", send: false, due_on: "2099-01-01" } } });
  for (const [title, amount] of [["Workshop", 121000], ["Sprint", 50000], ["Retainer November", 320000], ["Advice", 48000], ["Review", 48000]] as const) await ask(title, amount);
  await ask("Board day", 990000, fjord!.id);
  const numbers = (await asOwner<{ number: string }[]>(server, "/rest/v1/payment_requests?select=number&order=number")).map(({ number }) => number);
  const today = new Date().toISOString().slice(0, 10);
  const entry = (amount: string, name: string, text: string, more = {}) => ({ amount, day: today, reference: `B${amount}${text.length}`, parts: [{ amount, name, text, iban: "DE02120300000000202051" }], ...more });
  const file = camt({ opening: "18200.00", entries: [
    entry("1210.00", "Norrfall AB", `Thanks for the workshop, ${numbers[0]}`), entry("492.50", "Norrfall AB", numbers[1]!), entry("480.00", "NORRFALL", "advice"),
    entry("9900.00", "Fjord and the very long name of a holding company for wind, water and everything between GmbH & Co. KG", `Rechnung ${numbers[5]} vom 12.11. mit einem sehr langen Verwendungszweck, der in zwei Zeilen steht und dann noch weitergeht bis an das Ende der Zeile und darüber hinaus`),
    entry("293.00", "Stripe Technology Europe", "STRIPE PAYOUT po_1"), entry("77.00", "Finanzkasse", "Erstattung"), entry("49.90", "Telekom", "Phone", { mark: "DBIT" as const }) ] });
  const upload = (page: (typeof contexts)[0]["page"], name: string, text: string) => page.getByLabel(/Choose a file of the bank/).setInputFiles({ name, mimeType: "text/xml", buffer: Buffer.from(text) });
  const dialogs = contexts.slice(0, 3);
  await all((page) => upload(page, "wrong.xml", file.replace("DE89370400440532013000", "DE02120300000000202051")).then(() => page.getByText("none of yours").waitFor()), dialogs.slice(0, 2));
  await shot("error", false, dialogs.slice(0, 2));
  await all((page) => page.reload(), dialogs.slice(0, 2));
  await all((page) => upload(page, "umsaetze.csv", "Datum;Betrag;Wozu\n03/04/2026;1,50;Kaffee\n").then(() => page.getByText("Say whether the day").waitFor()), dialogs);
  await shot("columns", false, dialogs);
  await all((page) => page.reload());
  await all((page) => upload(page, "november.xml", file).then(() => page.getByText("adds up").waitFor()), dialogs);
  await shot("look", false, dialogs);
  const [first] = contexts;
  await first!.page.getByRole("button", { name: /Keep \d/ }).click();
  await first!.page.getByText("to match.").waitFor();
  await all((page) => page.goto("/admin/cash/bank").then(() => page.getByText("Certain").first().waitFor()));
  await shot("list");
  await all((page) => page.getByRole("listitem", { name: /492.50/ }).getByRole("button", { name: "Book..." }).click(), dialogs);
  await shot("match", false, dialogs);
  await all((page) => page.keyboard.press("Escape"), dialogs);
  await all((page) => page.getByRole("button", { name: "Settle payout" }).click(), dialogs.slice(0, 2));
  await shot("payout", false, dialogs.slice(0, 2));
  await first!.page.keyboard.press("Escape");
  await first!.page.getByRole("listitem", { name: /1,210.00/ }).getByRole("button", { name: "Book" }).click();
  await first!.page.getByText("Booked").waitFor();
  await all((page) => page.goto("/admin/cash/bank?tab=matched").then(() => page.getByRole("button", { name: "Undo" }).first().waitFor()), dialogs.slice(0, 2));
  await shot("matched", true, dialogs.slice(0, 2));
  await all((page) => page.goto("/admin/cash/bank?tab=rule").then(() => page.getByText("The rule has booked").waitFor()), dialogs.slice(0, 1));
  await shot("rule", true, dialogs.slice(0, 1));
  await first!.page.route("**/rpc/bank_lines_list", (route) => route.fulfill({ status: 500, body: "{}" }));
  await first!.page.goto("/admin/cash/bank?tab=ignored");
  await first!.page.getByText("Failed to load").waitFor({ timeout: 60000 });
  await shot("failed", true, [first!]);
  console.log("done");
} finally {
  await browser.close();
  await server.stop();
}
