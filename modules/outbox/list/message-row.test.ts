import { expect, test } from "vitest";
import { originName } from "../message.ts";
import { story } from "./message-row.tsx";
import type { MessageRow } from "../outbox-data.ts";

const now = new Date("2026-11-18T10:00:00Z");
const held = (not_before: string, gate_code = "safe_mode") =>
  story({ state: "held", attempts: 0, gate_code, gate_detail: null, not_before } as MessageRow, now);

test("outbox 3: a held message would have sent when its time has passed, and would send while it is ahead", () => {
  expect(held("2026-11-18T09:59:00Z")).toMatch(/^Would have sent today /);
  expect(held("2026-11-21T09:00:00Z")).toMatch(/^Would send Sat /);
});

test("outbox 3: a message that is held for another reason than SAFE says that reason", () => {
  expect(held("2026-11-18T09:00:00Z", "hour_limit")).toBe("This address got several messages within the hour");
});

test("what a message belongs to has a name that reads like one", () => {
  const kinds = ["inquiry", "proposal", "proposal_notice", "payment_request", "payment_receipt"];
  expect(kinds.map(originName)).toEqual([
    "Inquiry",
    "Proposal",
    "Proposal notice",
    "Payment request",
    "Payment receipt",
  ]);
});
