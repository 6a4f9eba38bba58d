import { expect, test } from "vitest";
import { fontFaces } from "./fonts.ts";

test("the downloadable documents hold the letters of other languages in both families and each weight", async () => {
  const faces = [...(await fontFaces()).matchAll(/font-family:(\w+);font-weight:(\d+);unicode-range:([^;]+);/g)];
  const extended = faces.filter(([, , , range]) => range!.startsWith("U+100-"));
  expect(extended.map(([, family, weight]) => `${family} ${weight}`)).toEqual(["Display 400", "Sans 400", "Sans 600"]);
});
