// What is typed into the editor of a proposal.
import { expect, test } from "vitest";
import { type EditorValues, type ItemValues, readEditor, readPercent } from "./draft-values-data.ts";

const item = {
  key: "a",
  title: "Desk",
  description: "",
  quantity: "1",
  price: "100",
  discount: "",
  tax: "",
  choice: "fixed" as ItemValues["choice"],
  selected: true,
  from: "",
  to: "",
  every: "",
  service_id: null,
  taxes: null,
  tax_class_id: null,
};
const values = (more: Partial<EditorValues>, of: Partial<typeof item> = {}) =>
  readEditor({
    currency: "USD",
    discount: "",
    deposit: "",
    payment_days: "14",
    dates: [],
    groups: [],
    schedule: [],
    items: [{ ...item, ...of }],
    ...more,
  } as unknown as EditorValues);

test("a share is from 0 to 100 percent with at most two decimals", () => {
  expect(["", "0", "12.5%", "99.99", "100 %"].map(readPercent)).toEqual([0, 0, 1250, 9999, 10_000]);
  expect(["100.01", "101", "200", "999", "-1", "9.975", "x"].map(readPercent)).toEqual(Array(7).fill(null));
});

test("a discount of 200 % is told at its field and is not saved", () => {
  const { draft, problems } = values({ discount: "200" }, { discount: "200%" });
  expect(problems).toEqual({
    discount: "A share from 0 to 100, such as 30%.",
    "items.0.discount": "A share from 0 to 100, such as 30%.",
  });
  expect([draft.discount_bp, draft.items?.[0]?.discount_bp]).toEqual([0, 0]);
});

test("a tax of 9.975 % is told to have too many decimals", () => {
  expect(values({}, { tax: "9.975 %" }).problems).toEqual({ "items.0.tax": "At most two decimals, such as 9.98%." });
});

test("days to pay are 0 to 365", () => {
  const { draft, problems } = values({ payment_days: "365" });
  expect([draft.payment_days, problems]).toEqual([365, {}]);
  expect(values({ payment_days: "366" }).problems).toEqual({ payment_days: "0 to 365 days." });
});
