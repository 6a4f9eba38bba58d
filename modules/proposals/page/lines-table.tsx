// The lines of what was sent, with the same columns as on the client's page.
import { lineWords, offerLines } from "../lines.ts";
import type { ProposalItem, Totals } from "../proposal.ts";

export function LinesTable({ items, totals }: { items: readonly ProposalItem[]; totals: Totals }) {
  const { head, lines } = offerLines({ items: [...items], totals });
  return (
    <div className="overflow-x-auto">
      <table className="w-full">
        <caption className="sr-only">Lines</caption>
        <thead>
          <tr className="border-b border-line text-caption text-muted">
            {head.map((term, place) => (
              <th
                key={term}
                scope="col"
                className={`px-2 py-2 font-medium whitespace-nowrap first:pl-4 last:pr-4 ${place === 0 ? "text-left" : "text-right"}`}
              >
                {term}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ item, cells }) => (
            <tr
              key={item.position}
              className={`border-b border-line align-baseline ${item.selected ? "" : "text-muted"}`}
            >
              <th scope="row" className="min-w-40 py-2.5 pr-2 pl-4 text-left font-normal">
                <b dir="auto" className="font-semibold wrap-anywhere">
                  {item.title}
                </b>
                <span dir="auto" className="block text-caption text-muted wrap-anywhere">
                  {lineWords(item)}
                </span>
              </th>
              {cells.map((cell, place) => (
                <td
                  key={head[place + 1]}
                  className={`px-2 py-2.5 text-right whitespace-nowrap last:pr-4 ${place === cells.length - 1 ? "font-semibold" : ""}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
