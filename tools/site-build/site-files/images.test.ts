import { expect, test } from "vitest";
import { cardSize, cardSvg } from "./card.ts";
import { drawPng } from "./images.ts";

const card = (title: string) =>
  drawPng(cardSvg({ title, path: "/", brand: "Guidevane", tagline: "Strategic AI Advisory" }), cardSize.width);

test.each([..."ŁőßÅñž€£"])("a social card has the letter %s", async (letter) => {
  // What no font has is drawn as nothing, or as one and the same box.
  const [drawn, without, unknown] = await Promise.all([card(`A ${letter}`), card("A"), card("A \u{f0000}")]);
  expect(drawn.equals(without)).toBe(false);
  expect(drawn.equals(unknown)).toBe(false);
});
