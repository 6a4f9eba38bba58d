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
  const align = (place: number) => (place < words ? "text-left" : "text-right tabular-nums whitespace-nowrap");
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable
    <section tabIndex={0} aria-label={`${name}, table`} className="overflow-x-auto">
      <table aria-label={name} className="w-full text-caption">
        <thead>
          <tr>
            {heads.map((head, place) => (
              <th
                key={head}
                scope="col"
                className={classNames("px-4 py-2 font-[560] text-muted max-sm:px-3", align(place))}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-t border-line hover:bg-sunken">
              {row.cells.map((cell, place) => {
                const isOpen = row.open !== undefined && params.get("rows") === row.open;
                return place === 0 ? (
                  <th key={heads[place]} scope="row" className="px-4 py-2 text-left font-semibold max-sm:px-3">
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
                  </th>
                ) : (
                  <td key={heads[place]} className={classNames("px-4 py-2 max-sm:px-3", align(place))}>
                    {cell}
                    {row.below?.[place] && <span className="block text-xs text-muted">{row.below[place]}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className="border-t border-ink">
              {total.map((cell, place) =>
                place === 0 ? (
                  <th key={heads[place]} scope="row" className="px-4 py-2 text-left font-semibold max-sm:px-3">
                    {cell}
                  </th>
                ) : (
                  <td key={heads[place]} className={classNames("px-4 py-2 font-semibold max-sm:px-3", align(place))}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
