import { expect, test } from "vitest";
import { cardSize, cardSvg } from "./card.ts";
import { drawPng } from "./images.ts";

const card = (title: string) =>
  drawPng(cardSvg({ title, path: "/", brand: "Guidevane", tagline: "Strategic AI Advisory" }), cardSize.width);

test.each([..."ŁőßÅñž€£"])("a social card has the letter %s", async (letter) => {
  const [drawn, without] = await Promise.all([card(`A ${letter}`), card("A")]);
  expect(drawn.equals(without)).toBe(false);
});
