// PDFs behind links, and what tests look at on their page.
import type { Page } from "playwright-core";
import { madePdf } from "./made-pdfs.ts";

export const headings = [
  "Processing and access",
  "Storage and deletion",
  "Model and vendor",
  "Faults and reports",
  "Staff and contracts",
  "The two open questions",
];
export const words = "Where is our text processed?\nOn two machines in your own hall.";
export const answers = madePdf({ pages: headings.map((heading) => ({ heading, words })) });
/** The pages' contents load separately: those of the first two at once, that of the third when it is scrolled to. */
export const inPieces = madePdf({
  pages: headings.slice(0, 5).map((heading, index) => ({ heading, words, padding: index === 0 ? 0 : 1_500_000 })),
});

export const sheet = (page: Page, number: number, count: number) =>
  page.getByRole("article", { name: `Page ${number} of ${count}`, exact: true });
export const drawn = (page: Page, number: number, count: number) =>
  sheet(page, number, count).locator("[data-drawn] canvas");
/** Of `inPieces`: nothing more is asked for until one looks further. */
export const firstPiecesOf = async (page: Page) => {
  for (const number of [1, 2]) await drawn(page, number, 5).waitFor();
};
export const list = (page: Page) => page.getByRole("navigation", { name: "Pages" });
export const length = (page: Page) => page.getByRole("definition").filter({ hasText: "PDF" });
