// A table whose rows open the documents that they are sums of.
import { Link } from "react-router";
import { useAddress } from "#app/records/list/use-address.ts";
import { classNames } from "#app/ui/class-names.ts";

interface Row {
  key: string;
  /** What the address names while its documents are open. */
  open?: string;
  cells: readonly string[];
  /** Smaller, below each cell. */
  below?: readonly string[];
}

export function FigureTable({
  name,
  heads,
  rows,
  total,
  words = 2,
}: {
  name: string;
  heads: readonly string[];
  rows: readonly Row[];
  total?: readonly string[];
  /** How many columns are words; the rest are numbers. */
  words?: number;
}) {
  const { params, link } = useAddress();
  const last = heads.length - 1;
  const align = (place: number) =>
    classNames(
      "px-4 py-2 align-baseline",
      place < words ? "text-left wrap-anywhere" : "text-right whitespace-nowrap",
      // On a phone, what is between the name and the last figure stands below the name.
      place > 0 && place < last && "max-sm:hidden",
    );
  return (
    <table aria-label={name} className="w-full text-caption">
      <thead>
        <tr>
          {heads.map((head, place) => (
            <th key={head} scope="col" className={classNames("font-[560] text-muted", align(place))}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isOpen = row.open !== undefined && params.get("rows") === row.open;
          return (
            <tr key={row.key} className="border-t border-line hover:bg-sunken">
              {row.cells.map((cell, place) =>
                place === 0 ? (
                  <th key={heads[place]} scope="row" className={classNames("font-semibold", align(place))}>
                    {row.open === undefined ? (
                      cell
                    ) : (
                      <Link
                        to={link({ rows: row.open })}
                        preventScrollReset
                        aria-current={isOpen ? "true" : undefined}
                        className="inline-block min-h-6 underline decoration-control underline-offset-3 hover:decoration-ink aria-[current=true]:decoration-ink"
                      >
                        {cell}
                      </Link>
                    )}
                    <Between heads={heads} cells={row.cells} below={row.below} />
                  </th>
                ) : (
                  <td key={heads[place]} className={align(place)}>
                    {cell}
                    {row.below?.[place] && <span className="block text-xs text-muted">{row.below[place]}</span>}
                  </td>
                ),
              )}
            </tr>
          );
        })}
      </tbody>
      {total && (
        <tfoot>
          <tr className="border-t border-ink">
            {total.map((cell, place) =>
              place === 0 ? (
                <th key={heads[place]} scope="row" className={classNames("font-semibold", align(place))}>
                  {cell}
                  <Between heads={heads} cells={total} />
                </th>
              ) : (
                <td key={heads[place]} className={classNames("font-semibold", align(place))}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** The columns that a phone has no room for, each with its head. */
const Between = ({
  heads,
  cells,
  below,
}: {
  heads: readonly string[];
  cells: readonly string[];
  below?: readonly string[] | undefined;
}) => (
  <span className="flex flex-wrap gap-x-3 text-xs font-normal text-muted sm:hidden">
    {cells.slice(1, -1).map(
      (cell, at) =>
        cell !== "" && (
          <span key={heads[at + 1]}>
            {heads[at + 1]} {cell}
            {below?.[at + 1] && ` (${below[at + 1]})`}
          </span>
        ),
    )}
  </span>
);
