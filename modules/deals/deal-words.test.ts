import { expect, test } from "vitest";
import { stayTone } from "./deal-words.ts";

test("a deal is orange from twice the usual stay in its stage; before that the hourglass alone says it", () => {
  expect([stayTone(13, 7), stayTone(14, 7), stayTone(99, null)]).toEqual(["plain", "dev", "plain"]);
});
