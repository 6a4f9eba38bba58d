// All sequences with how many people stand where. A row opens its sequence below.
import { Link } from "react-router";
import { initialsOf } from "#app/records/field-kinds/person.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { statusWords } from "./sequence.ts";
import type { ListedSequence } from "./sequences-data.ts";
import { StatesBar, StatesKey } from "./states-bar.tsx";

const number = "px-3 py-2.5 text-right tabular-nums max-md:hidden";

export function SequenceTable({
  sequences,
  openId,
  linkTo,
}: {
  sequences: readonly ListedSequence[];
  openId: string | null;
  linkTo: (id: string) => string;
}) {
  return (
    <section aria-label="Sequences" className={`${panelClass} overflow-clip`}>
      <table className="w-full border-collapse">
        <thead className="border-b border-line text-left text-caption max-md:sr-only">
          <tr className="*:font-[560]">
            <th scope="col" className="px-4 py-2.5">
              Sequence
            </th>
            <th scope="col" className="px-3 py-2.5">
              Status
            </th>
            <th scope="col" className="px-3 py-2.5">
              People by state
            </th>
            {["Active", "Waiting", "Finished", "Replied", "Stopped"].map((name) => (
              <th key={name} scope="col" className={number}>
                {name}
              </th>
            ))}
            <th scope="col" className="py-2.5 pr-4 pl-3 max-md:hidden">
              Owner
            </th>
          </tr>
        </thead>
        <tbody>
          {sequences.map((sequence) => (
            <tr
              key={sequence.id}
              {...(sequence.id === openId && { "data-selected": "", "aria-current": "true" as const })}
              className="relative border-b border-line hover:bg-shade data-selected:bg-nil max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-start max-md:gap-x-3 max-md:px-4 max-md:py-3"
            >
              <th scope="row" className="px-4 py-2.5 text-left font-normal max-md:p-0">
                <Link
                  to={linkTo(sequence.id)}
                  preventScrollReset
                  data-row={sequence.id}
                  dir="auto"
                  className="block text-left font-[620] wrap-anywhere -outline-offset-2 after:absolute after:inset-0"
                >
                  {sequence.name}
                </Link>
                {sequence.about && (
                  <span
                    dir="auto"
                    className="line-clamp-2 text-left text-caption text-muted wrap-anywhere in-data-selected:text-ink"
                  >
                    {sequence.about}
                  </span>
                )}
              </th>
              <td className="px-3 py-2.5 max-md:p-0">
                <StatusBadge status={statusWords[sequence.status].badge}>
                  {statusWords[sequence.status].word}
                </StatusBadge>
              </td>
              <td className="w-72 px-3 py-2.5 max-md:col-span-2 max-md:w-auto max-md:p-0 max-md:pt-1.5">
                {sequence.people === 0 ? (
                  <span className="text-muted in-data-selected:text-ink">Nobody yet</span>
                ) : (
                  <StatesBar counts={sequence} />
                )}
              </td>
              <td className={number}>{sequence.active}</td>
              <td className={number}>{sequence.waiting}</td>
              <td className={number}>{sequence.finished}</td>
              <td className={number}>{sequence.replied}</td>
              <td className={number}>{sequence.stopped}</td>
              <td className="py-2.5 pr-4 pl-3 max-md:hidden">
                <Owner name={sequence.owner_name} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className="px-4 py-3">
        <StatesKey />
      </footer>
    </section>
  );
}

const Owner = ({ name }: { name: string | null }) => (
  <span
    title={name ?? "Nobody"}
    className="grid size-6 place-items-center rounded-full bg-nil text-[0.625rem] font-[650] in-data-selected:bg-surface"
  >
    <span aria-hidden="true">{name ? initialsOf(name) : "?"}</span>
    <span className="sr-only">{name ?? "Nobody"}</span>
  </span>
);
