// A text that people wrote, in whatever script, on a page of a PDF.
import { Text, type View } from "@react-pdf/renderer";
import { type ComponentProps, createElement as h, type Key } from "react";
import { isRightToLeft, needsDividing } from "./pdf-words.ts";

export type Style = Exclude<NonNullable<ComponentProps<typeof View>["style"]>, readonly unknown[]>;

/** As a browser sets `dir="auto"`: the first letter says in which direction, and where a paragraph begins. */
export const words = (
  style: Style,
  text: string,
  more: { key?: Key; minPresenceAhead?: number; fixed?: boolean } = {},
) =>
  h(
    Text,
    {
      ...more,
      style: isRightToLeft(text) ? { direction: "rtl", ...style } : style,
      // The layout takes every change of font for a place to divide at: a name with one foreign letter would be divided there.
      ...(!needsDividing(text) && { hyphenationPenalty: 10_000 }),
    },
    text,
  );
