import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gateSentence, gateWords } from "./gate-reasons.ts";

test("outbox 23: a code is shown as a sentence, with its detail where it has one", () => {
  const said = (gate_code: string | null, gate_detail: string | null = null) =>
    gateSentence({ gate_code, gate_detail });
  expect(said(null)).toBeNull();
  expect(said("safe_mode")).toBe("Safe mode: would have sent");
  expect(said("sequence_stopped", "replied")).toBe("The sequence was stopped: replied");
  expect(said("provider", "The SMTP server answered 451")).toBe("The SMTP server answered 451");
  expect(said("restored", "2026-11-18")).toBe("Restored from a backup of Nov 18, 2026: release or drop");
  expect(said("trial_over")).toBe("Trial over");
  expect(gateWords("There is no value for contact.first_name")).toBe("There is no value for contact.first_name");
});

test("outbox 23: nothing in SQL writes or compares a sentence as a reason", () => {
  const folders = ["server/platform/sql", ...readdirSync("modules").map((name) => `modules/${name}/sql`)];
  const files = folders.flatMap((folder) => {
    try {
      return readdirSync(folder)
        .filter((name) => name.endsWith(".sql"))
        .map((name) => `${folder}/${name}`);
    } catch {
      return [];
    }
  });
  expect(files.length).toBeGreaterThan(30);
  const lines = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) =>
        /gate_code|cancel_outbox\(|cancel_steps\(|hold_steps\(|stop_(?:mails_of|proposal_mail)\(/.test(line),
      )
      .map((line) => `${file}: ${line}`),
  );
  expect(lines.length).toBeGreaterThan(30);
  const literals = (line: string) => [...line.replace(/--.*/, "").matchAll(/'([^']*)'/g)].map(([, text = ""]) => text);
  expect(lines.filter((line) => literals(line).some((text) => /[A-Z]| /.test(text)))).toEqual([]);
});
