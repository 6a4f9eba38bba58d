// Sums that are carried over, wherever on its page the first line begins. The rest is in pdf.test.ts.
import { afterAll, test } from "vitest";
import { expectCarriedSums } from "#server/testing/carried-sums.ts";
import { createPdf } from "./pdf.ts";

const pdf = createPdf();
afterAll(() => pdf.close());

test.each(Array.from({ length: 14 }, (_, place) => 12 + place))(
  "invoices 19: below %i facts, what is carried over wherever a page ends is what the lines above it come to",
  (facts) => expectCarriedSums(pdf, facts),
);
