// A file of the bank from dropping it to an invoice that is paid, and back.
import { expect } from "vitest";
import { camt } from "#modules/cash/testing/camt-files.ts";
import { expectAccessibleInBothThemes as expectClean } from "./accessibility.ts";
import { toast } from "./crm-screen.ts";
import { test } from "./fixtures.ts";
import { expectNoSidewaysScroll } from "./page-checks.ts";
import { addClient, calm, switchOn } from "./payments-screen.ts";
import { addPerson, asAdmin, asOwner, signInAs } from "./people.ts";

test("cash 6, 7, 8, 9: a file is looked at and kept once, bookings are booked by a key, and undone", async ({
  open,
  server,
}) => {
  const page = await open({ ...calm });
  await asAdmin(page, server);
  await switchOn(server, "payments", "invoices", "cash");
  await page.goto("/admin/cash/bank");
  await page.getByText("No bank account is set").waitFor();
  const account = await addClient(server);
  await asOwner(server, "/rest/v1/office?id=is.true", { method: "PATCH", body: { currency: "EUR" } });
  await asOwner(server, "/rest/v1/firm?id=is.true", {
    method: "PATCH",
    body: { bank_holder: "Guidevane", bank_account: "DE89370400440532013000", bank_name: "Hanse Bank" },
  });
  const today = new Date().toISOString().slice(0, 10);
  const ask = (title: string, amount: number) =>
    asOwner<string>(server, "/rest/v1/rpc/new_payment_request", {
      method: "POST",
      body: {
        asked: { account_id: account, title, amount_minor: amount, currency: "EUR", send: false, due_on: "2099-01-01" },
      },
    });
  await ask("Workshop", 1210_00);
  await ask("Sprint", 500_00);
  const numbers = (
    await asOwner<{ number: string }[]>(server, "/rest/v1/payment_requests?select=number&order=number")
  ).map(({ number }) => number);
  await page.reload();
  await page.getByText("No bookings yet").waitFor();
  await expectClean(page, "bank without bookings");
  const file = {
    name: "november.xml",
    mimeType: "application/xml",
    buffer: Buffer.from(
      camt({
        opening: "100.00",
        entries: [
          {
            amount: "1210.00",
            day: today,
            reference: "B1",
            parts: [{ amount: "1210.00", name: "Norrfall AB", text: `Thanks ${numbers[0]}` }],
          },
          {
            amount: "492.50",
            day: today,
            reference: "B2",
            parts: [{ amount: "492.50", name: "Norrfall AB", text: `Thanks ${numbers[1]}` }],
          },
          {
            amount: "9.90",
            mark: "DBIT",
            day: today,
            reference: "B3",
            parts: [{ amount: "9.90", name: "Hanse Bank", text: "Fees" }],
          },
        ],
      }),
    ),
  };
  const upload = () => page.getByLabel(/Choose a file of the bank/).setInputFiles(file);
  await upload();
  const dialog = page.getByRole("dialog", { name: "A file of the bank" });
  await dialog.getByText("€100.00 to €1,792.60, adds up").waitFor();
  await expectClean(page, "a file before it is kept");
  await dialog.getByRole("button", { name: "Keep 3 new bookings" }).click();
  await toast(page, "3 bookings added");
  await page.getByText("2 bookings to match.").waitFor();
  await expectNoSidewaysScroll(page, "bank");
  await expectClean(page, "bookings to match");
  // The same file again: nothing to keep.
  await upload();
  await dialog.getByText("was read before").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  // One key books what is certain.
  const exact = page.getByRole("listitem", { name: /€1,210.00/ });
  await exact.getByText("Certain").waitFor();
  await exact.focus();
  await page.keyboard.press("a");
  await toast(page, "Booked");
  await exact.waitFor({ state: "detached" });
  // What is short asks what becomes of the rest.
  const short = page.getByRole("listitem", { name: /€492.50/ });
  await short.getByText("€7.50 short").waitFor();
  await short.focus();
  await page.keyboard.press("a");
  const match = page.getByRole("dialog", { name: "What was paid" });
  await match.getByText("€7.50 less came than is open").waitFor();
  await expectClean(page, "what was paid");
  await match.getByRole("button", { name: "Book €492.50" }).click();
  await toast(page, "€492.50 booked");
  await page.getByText("Everything is matched").waitFor();
  await page.getByRole("tab", { name: "Matched" }).click();
  await page
    .getByRole("listitem", { name: /€1,210.00/ })
    .getByRole("button", { name: "Undo" })
    .click();
  const undo = page.getByRole("dialog", { name: `Undo ${numbers[0]}` });
  await undo.getByLabel("Why").fill("Wrong client");
  await undo.getByRole("button", { name: "Undo", exact: true }).click();
  await toast(page, "Undone");
  expect(await asOwner(server, "/rest/v1/payments?select=kind,amount_minor&order=created_at")).toEqual([
    { kind: "payment", amount_minor: 1210_00 },
    { kind: "payment", amount_minor: 492_50 },
    { kind: "correction", amount_minor: -1210_00 },
  ]);
  await page.getByRole("tab", { name: /To match/ }).click();
  await page.getByRole("listitem", { name: /€1,210.00/ }).waitFor();
  await page.getByRole("tab", { name: "Money out" }).click();
  await page.getByText("Fees").waitFor();
});

test("cash 6: a file that is not read says why, and a CSV file asks for what it does not say", async ({
  open,
  server,
}) => {
  const page = await open({ ...calm });
  // Requests of the journey before stay: they are not deleted.
  await signInAs(page, server, await addPerson(server, { admin: true }));
  await switchOn(server, "payments", "invoices", "cash");
  await asOwner(server, "/rest/v1/office?id=is.true", { method: "PATCH", body: { currency: "EUR" } });
  await asOwner(server, "/rest/v1/firm?id=is.true", {
    method: "PATCH",
    body: { bank_holder: "Guidevane", bank_account: "DE89370400440532013000" },
  });
  await page.goto("/admin/cash/bank");
  const upload = (name: string, text: string) =>
    page
      .getByLabel(/Choose a file of the bank/)
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const dialog = page.getByRole("dialog", { name: "A file of the bank" });
  await upload("other.xml", camt({ iban: "DE02120300000000202051", entries: [{ amount: "1.00" }] }));
  await dialog.getByText("which is none of yours").waitFor();
  expect(await dialog.getByRole("button", { name: "Keep the file" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await upload("umsatz.csv", "Datum;Betrag;Wozu\n03/04/2026;1,50;Kaffee\n");
  await dialog.getByText("Say whether the day or the month comes first").waitFor();
  await dialog.getByLabel("Days are written").selectOption("dmy");
  await dialog.getByLabel("Text", { exact: true }).selectOption("2");
  await dialog.getByText("Kaffee").last().waitFor();
  await dialog.getByText("€1.50").waitFor();
  await expectClean(page, "columns of a file");
  await dialog.getByRole("button", { name: "Keep 1 new booking" }).click();
  await toast(page, "1 booking added");
});
