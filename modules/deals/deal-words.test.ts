import { expect, test } from "vitest";
import { shortMoney, stayTone } from "./deal-words.ts";

test("a deal is orange from twice the usual stay in its stage; before that the hourglass alone says it", () => {
  expect([stayTone(13, 7), stayTone(14, 7), stayTone(99, null)]).toEqual(["plain", "dev", "plain"]);
});

test("a short amount is written small behind its number only: a currency without a sign keeps its letters", () => {
  expect([shortMoney(8_600_000, "USD"), shortMoney(25_000_000, "SEK"), shortMoney(0, "CHF")].map(spaced)).toEqual([
    "$86k",
    "SEK 250k",
    "CHF 0",
  ]);
});

const spaced = (text: string) => text.replace("\u00A0", " ");
