// Which program or talk a visitor asks about. The link carries the key; the contact page shows the name and writes it into the
// message. A key that is not here is ignored, so that a link from elsewhere cannot put its own words on our page.
import { type Presentation, presentations, type WorkshopOffer, workshops } from "./offers.ts";

export type AboutKey = WorkshopOffer["slug"] | Presentation["slug"];

export const contactAbout = Object.fromEntries<string>([
  ...workshops.map(({ slug, title }) => [slug, title] as const),
  ...presentations.map(({ slug, title, format }) => [slug, `${title} (${format.toLowerCase()})`] as const),
]) as Record<AboutKey, string>;

/** The first line of the message; the visitor writes below it. */
export const aboutLine = (name: string) => `About: ${name}\n\n`;
