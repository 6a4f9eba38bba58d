// What is typed into the editor of a proposal.
import { expect, test } from "vitest";
import { taxWords } from "../proposal.ts";
import { type EditorValues, type ItemValues, readEditor, readPercent, readTaxes } from "./draft-values-data.ts";

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

test("a line has one tax or two, in thousandths of a percent, with names or without", () => {
  const of = (tax: string) => {
    const { draft, problems } = values({}, { tax });
    const { tax_bp: bp, taxes } = draft.items![0]!;
    return { bp, taxes: taxes?.map(({ name, category, rate_pcm: rate }) => [name, category, rate]), problems };
  };
  expect(of("19%")).toEqual({ bp: 1900, taxes: undefined, problems: {} });
  expect(of("")).toEqual({ bp: 0, taxes: undefined, problems: {} });
  expect(of("9.975 %")).toEqual({ bp: 0, taxes: [["", "S", 9975]], problems: {} });
  expect(of("5 + 9.975")).toEqual({
    bp: 0,
    taxes: [
      ["", "S", 5000],
      ["", "S", 9975],
    ],
    problems: {},
  });
  expect(of("GST 5% + QST 9.975%")).toEqual({
    bp: 0,
    taxes: [
      ["GST", "S", 5000],
      ["QST", "S", 9975],
    ],
    problems: {},
  });
  for (const wrong of ["5 + 5", "1 + 2 + 3", "9.9751", "101", "-1", "GST", "19 + ", "1,9", "VAT 5 5%"])
    expect(of(wrong).problems, wrong).toHaveProperty(["items.0.tax"]);
});

test("a bare rate is the tax of that name in the draft, unless there are two of them", () => {
  const named = (...taxes: string[]) =>
    values({ items: taxes.map((tax) => ({ ...item, tax })) as ItemValues[] }).draft.items!.map(
      ({ taxes: of, tax_bp: bp }) => of?.map(({ name }) => name).join() ?? bp,
    );
  expect(named("VAT 19%", "19", "7%")).toEqual(["VAT", "VAT", 700]);
  expect(named("VAT 19%", "GST 19%", "19%")).toEqual(["VAT", "GST", 1900]);
  expect(named("GST 5% + QST 9.975%", "5%")).toEqual(["GST,QST", "GST"]);
});

test("what two taxes are written as is read as the same two taxes", () => {
  const taxes = [
    { name: "GST", category: "S", rate_pcm: 5000 },
    { name: "QST", category: "S", rate_pcm: 9975 },
  ];
  expect(readTaxes(taxWords({ taxes, tax_bp: 0 }))).toEqual(taxes);
});

test("days to pay are 0 to 365", () => {
  const { draft, problems } = values({ payment_days: "365" });
  expect([draft.payment_days, problems]).toEqual([365, {}]);
  expect(values({ payment_days: "366" }).problems).toEqual({ payment_days: "0 to 365 days." });
});
