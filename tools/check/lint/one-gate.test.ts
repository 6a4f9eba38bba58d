import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gateComplaint } from "./one-gate.js";

test.each([
  ["server/platform/outbox/providers/smtp.ts", { source: "nodemailer" }],
  ["server/platform/outbox/providers.ts", { source: "./providers/slack.ts" }],
  ["server/platform/outbox/providers/postmark.ts", { text: "https://api.postmarkapp.com" }],
  ["server/api/provider-checks.ts", { text: "https://api.stripe.com/v1/balance" }],
  ["tools/operate/doctor.ts", { source: "nodemailer" }],
  ["server/open-platform.ts", { source: "./platform/outbox/hand-over.ts" }],
])("outbox 1: %s may have %j", (file, had) => {
  expect(gateComplaint(file, had)).toBeNull();
});

test.each([
  ["server/supabase/auth/flows/send-mail.ts", { source: "nodemailer" }],
  ["modules/payments/server.ts", { source: "stripe" }],
  ["server/api/api.ts", { source: "@slack/webhook" }],
  ["modules/tasks/server/digest.ts", { source: "#server/platform/outbox/providers/smtp.ts" }],
  ["server/open-platform.ts", { source: "./platform/outbox/providers/slack.ts" }],
  ["modules/tasks/server/digest.ts", { text: "https://hooks.slack.com/services/x" }],
  ["server/api/publish.ts", { text: "https://api.postmarkapp.com/email" }],
])("outbox 1: %s may not have %j", (file, had) => {
  expect(gateComplaint(file, had)).toContain("only server/platform/outbox/ may");
});

test("outbox 1: the linter itself refuses the deliberately bad file, and is runs on the whole repository", () => {
  let output = "";
  try {
    const options = ["-c", "tools/check/lint/fixtures/oxlintrc.json", "tools/check/lint/fixtures"];
    execFileSync("node_modules/.bin/oxlint", options, { encoding: "utf8" });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  expect(output.split("only server/platform/outbox/ may").length - 1).toBe(4);
  expect(readFileSync(".oxlintrc.json", "utf8")).toContain('"guidevane/one-gate": "error"');
});

test("outbox 1: no file that serves but those of the gate reaches a provider's client", () => {
  const files = ["server", "modules", "app", "domain", "content"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );
  const importing = files.filter((file) =>
    /(?:from|import\()\s*"(?:nodemailer|stripe|postmark|@slack\/)/.test(readFileSync(file, "utf8")),
  );
  expect(importing.filter((file) => !file.startsWith("server/platform/outbox/"))).toEqual([]);
  expect(importing).toContain("server/platform/outbox/providers/smtp.ts");
});
