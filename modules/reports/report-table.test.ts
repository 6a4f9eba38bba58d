import { expect, test } from "vitest";
import { type Column, reportCsv } from "./report-table.tsx";

interface Line {
  name: string;
  minor: number;
  rate: string;
}
const columns: Column<Line>[] = [
  { head: "Month", shown: ({ name }) => name },
  { head: "Won", number: true, shown: ({ minor }) => `$${minor / 100}`, raw: ({ minor }) => (minor / 100).toFixed(2) },
  { head: "Rate", shown: ({ rate }) => rate },
];

test("reports 10: the file has the columns and rows of the table, numbers raw, nothing that a spreadsheet would run", () => {
  const rows: Line[] = [
    { name: "November 2026, so far", minor: 8_800_050, rate: "Too few" },
    { name: "=1+1", minor: 0, rate: "0 %" },
  ];
  expect(reportCsv(columns, rows)).toEqual([
    "Month,Won,Rate\r\n",
    '"November 2026, so far",88000.50,Too few\r\n',
    "'=1+1,0.00,0 %\r\n",
  ]);
});
