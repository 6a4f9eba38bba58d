// Agreed lines and the shares in which they are billed.
import fc from "fast-check";

const vat = (rate_pcm: number, name = "VAT") => ({ name, category: rate_pcm === 0 ? "Z" : "S", rate_pcm });

export const billAtRandom = fc.record({
  items: fc.array(
    fc.record({
      unit_minor: fc.integer({ min: 1, max: 5_000_000 }),
      quantity_milli: fc.constantFrom(1000, 1333, 2500, 333),
      discount_bp: fc.constantFrom(0, 0, 777),
      taxes: fc.constantFrom([vat(19_000)], [vat(7000)], [vat(0)], [vat(5000, "GST"), vat(9975, "QST")], [vat(21_000)]),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  discount_bp: fc.constantFrom(0, 0, 333, 1250),
  steps: fc.array(fc.integer({ min: 1, max: 33_000 }), { maxLength: 3 }),
});
