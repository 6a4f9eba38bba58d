import { expect, test } from "vitest";
import { checkSender } from "./sender-checks.ts";

const from = "clara@norrfall.example";
const results = (value: string) => [{ Name: "Authentication-Results", Value: value }];
const spf = (result: string, sender: string) => ({
  Name: "Received-SPF",
  Value: `${result} (sender SPF says so) identity=mailfrom; client-ip=203.0.113.9; helo=mx.example; envelope-from=${sender}; receiver=in+key@inbound.example`,
});

test.each([
  [
    "fail",
    results("mx.example; spf=fail smtp.mailfrom=clara@norrfall.example; dmarc=fail header.from=norrfall.example"),
  ],
  ["fail", results("inbound.postmarkapp.com; dkim=pass header.d=norrfall.example; dmarc=fail (p=reject)")],
  ["fail", [spf("Fail", from)]],
  ["fail", [spf("SoftFail", from)]],
  ["fail", [spf("Pass", "sender@elsewhere.example")]],
  ["fail", results("mx.example; dkim=fail (body hash) header.d=norrfall.example")],
  ["fail", [{ Name: "X-Spam-Tests", Value: "DKIM_SIGNED,DKIM_INVALID,SPF_FAIL" }]],
  // A pass that the sender has written into the mail is worth nothing.
  ["fail", [spf("Fail", from), ...results("mx.norrfall.example; spf=pass smtp.mailfrom=norrfall.example; dmarc=pass")]],
  ["none", results("mx.norrfall.example; dmarc=pass header.from=norrfall.example")],
  ["fail", [spf("Fail", from), spf("Pass", from)]],
  ["none", results("inbound.postmarkapp.com.evil.example; dmarc=pass")],
  ["none", results("inbound.postmarkapp.com; dkim=pass header.d=elsewhere.example")],
  ["none", [spf("None", from)]],
  ["none", []],
  ["pass", [spf("Pass", from)]],
  ["pass", [spf("Pass", "bounce@mail.norrfall.example")]],
  ["pass", results("inbound.postmarkapp.com; spf=none; dmarc=pass header.from=norrfall.example")],
  ["pass", results("inbound.postmarkapp.com; dkim=pass header.i=@norrfall.example")],
  // Forwarded: SPF fails, the signature holds.
  ["pass", [spf("SoftFail", from), { Name: "X-Spam-Tests", Value: "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU" }]],
] as const)("outbox 14: whether a mail is from whom it says (%s: %j)", (checks, headers) => {
  expect(checkSender(from, headers).checks).toBe(checks);
});

test("outbox 14: the real sender is the address that handed a mail over, where it is of another domain", () => {
  expect(checkSender(from, [spf("Pass", "sender@elsewhere.example")]).realSender).toBe("sender@elsewhere.example");
  expect(checkSender(from, [{ Name: "Return-Path", Value: "<a@elsewhere.example>" }]).realSender).toBe(
    "a@elsewhere.example",
  );
  expect(checkSender(from, [spf("Pass", "bounce@mail.norrfall.example")]).realSender).toBeNull();
  expect(checkSender(from, []).realSender).toBeNull();
});
