import { expect, test } from "vitest";
import { actsCsv, changeText } from "./act-words.ts";

test("a change is told from what to what", () => {
  expect(changeText({ was: false, becomes: true })).toBe("off → on");
  expect(changeText({ was: { domain_cap: 10 }, becomes: { domain_cap: 5 } })).toBe("domain cap: 10 → 5");
  expect(changeText({ was: { rate: null }, becomes: { rate: 1.1 } })).toBe("rate: none → 1.1");
  expect(changeText({ was: null, becomes: { records: 12 } })).toBe("records 12");
  expect(changeText({ was: { count: 6, ids: ["a", "b", "c", "d", "e", "f"] }, becomes: null })).toBe(
    "count 6, ids 6 of them",
  );
  expect(changeText({ was: null, becomes: null })).toBe("");
});

test("a CSV line has what is kept; a name that a spreadsheet would run is text", () => {
  const act = {
    id: 1,
    at: "2026-11-18T10:00:00+00:00",
    actor_id: null,
    actor_name: "=cmd()",
    act: "module switched",
    subject: "deals",
    was: { live: false },
    becomes: { live: true },
    request_id: "abc-12345",
  };
  expect(actsCsv([act])[1]).toBe(
    `2026-11-18T10:00:00+00:00,'=cmd(),,module switched,deals,"{""live"":false}","{""live"":true}",abc-12345\r\n`,
  );
});
