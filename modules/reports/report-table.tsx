// The numbers of a report: one set of columns for the table on the screen and for the CSV file, so that both say the same.
import { Link, useSearchParams } from "react-router";
import { type Figure, withRows } from "#app/lib/figure-rows.ts";
import { csvLine } from "#domain/csv-text.ts";
import { classNames } from "#app/ui/class-names.ts";

export interface Column<Row> {
  head: string;
  /** On the screen: "$88,000". */
  shown: (row: Row) => string;
  /** In the file: 88000. The words of the screen, unless given. */
  raw?: (row: Row) => number | string | null;
  number?: true;
  /** The rows behind this figure. */
  figure?: (row: Row) => Figure | null;
}

/** Headings and lines as in the table, numbers without signs and points. */
export const reportCsv = <Row,>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] => [
  csvLine(columns.map(({ head }) => head)),
  ...rows.map((row) => csvLine(columns.map(({ raw, shown }) => String((raw ?? shown)(row) ?? "")))),
];

export function ReportTable<Row>({
  name,
  columns,
  rows,
  total,
  linked,
}: {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The last line, in which the others are summed. */
  total?: Row | undefined;
  /** False where the table is only there for screen readers: no one can follow a focus they do not see. */
  linked: boolean;
}) {
  const [params] = useSearchParams();
  const cell = (row: Row, { shown, figure }: Column<Row>) => {
    const behind = linked ? figure?.(row) : null;
    const text = shown(row);
    return behind ? (
      <Link
        to={{ search: String(withRows(params, behind)) }}
        preventScrollReset
        className="inline-block min-h-6 underline decoration-control underline-offset-3 hover:decoration-ink"
      >
        {text}
      </Link>
    ) : (
      text
    );
  };
  const line = (row: Row, key: string | number, last = false) => (
    <tr key={key} className={classNames("border-t", last ? "border-ink" : "border-line")}>
      {columns.map((column, index) =>
        index === 0 ? (
          <th key={column.head} scope="row" className="px-4 py-2.5 text-left font-semibold">
            {cell(row, column)}
          </th>
        ) : (
          <td
            key={column.head}
            className={classNames("px-4 py-2.5", column.number ? "text-right tabular-nums" : "text-left")}
          >
            {cell(row, column)}
          </td>
        ),
      )}
    </tr>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable
    <div
      {...(linked && { tabIndex: 0, role: "region", "aria-label": `${name}, table` })}
      className={linked ? "overflow-x-auto" : undefined}
    >
      <table aria-label={name} className="w-full text-caption">
        <thead>
          <tr>
            {columns.map(({ head, number }) => (
              <th
                key={head}
                scope="col"
                className={classNames("px-4 py-2 font-[560] text-muted", number ? "text-right" : "text-left")}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((row, index) => line(row, index))}</tbody>
        {total !== undefined && <tfoot>{line(total, "total", true)}</tfoot>}
      </table>
    </div>
  );
}
