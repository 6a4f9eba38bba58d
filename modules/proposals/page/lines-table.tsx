// The lines of what was sent, with the same columns as on the client's page; on a phone one below the other, as there.
import { groupedLines, lineWords, offerLines } from "../lines.ts";
import type { ProposalGroup, ProposalItem, Totals } from "../proposal.ts";

export function LinesTable({
  items,
  totals,
  groups = [],
}: {
  items: readonly ProposalItem[];
  totals: Totals;
  groups?: readonly ProposalGroup[];
}) {
  const { head, lines } = offerLines({ items: [...items], totals }, { taxes: true });
  return (
    <div className="sm:overflow-x-auto">
      <table className="w-full max-sm:block">
        <caption className="sr-only">Lines</caption>
        <thead className="max-sm:hidden">
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
        <tbody className="max-sm:block">
          {groupedLines(lines, groups).map((line) => {
            if ("group" in line)
              return (
                <tr key={`group ${line.group.key}`} className="max-sm:block">
                  <th scope="colgroup" colSpan={head.length} className="px-4 pt-3 text-left font-semibold">
                    <span dir="auto">{line.group.title}</span>{" "}
                    <span className="font-normal text-muted">one of these</span>
                  </th>
                </tr>
              );
            const { item, cells } = line;
            return (
              <tr
                key={item.position}
                className={`border-b border-line align-baseline max-sm:block max-sm:py-2 ${item.selected ? "" : "text-muted"}`}
              >
                <th scope="row" className="min-w-40 py-2.5 pr-2 pl-4 text-left font-normal max-sm:block max-sm:py-1">
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
                    data-label={head[place + 1]}
                    className={`px-2 py-2.5 text-right whitespace-nowrap last:pr-4 max-sm:flex max-sm:justify-between max-sm:px-4 max-sm:py-0.5 max-sm:before:font-normal max-sm:before:text-muted max-sm:before:content-[attr(data-label)] ${cell === "" ? "max-sm:hidden" : ""} ${place === cells.length - 1 ? "font-semibold" : ""}`}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
