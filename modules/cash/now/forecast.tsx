// Thirteen weeks in the office's currency. Asked for, agreed and perhaps stand beside each other and are never added up; what has no day, or is
// past it, is listed and in no week.
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { formatMoney, shortMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { useAddress } from "#app/records/list/use-address.ts";
import { classNames } from "#app/ui/class-names.ts";
import { panelClass } from "#app/ui/panel.ts";
import type { Overview, Week } from "../cash-data.ts";
import { type Kind, kindWords, placeWords } from "../cash.ts";
import { figureIn, figureText } from "../figure-address.ts";

const shown = ["owed", "agreed", "perhaps"] as const;
const names = { owed: "Asked for", agreed: "Agreed", perhaps: "Perhaps" } as const;
/** What is sure is solid, what is signed is filled, what is hoped is hatched. */
const fills = {
  owed: "border-ink bg-ink",
  agreed: "border-control bg-nil",
  perhaps: "border-control bg-[repeating-linear-gradient(115deg,transparent_0_3px,var(--control)_3px_4px)]",
} as const;
const minorOf = (week: Week, kind: (typeof shown)[number]) => week[`${kind}_minor`];

export function Forecast({ overview }: { overview: Overview }) {
  const { currency, weeks, listed } = overview;
  const highest = Math.max(1, ...weeks.flatMap((week) => shown.map((kind) => minorOf(week, kind))));
  const isPast = overview.as_of !== overview.today;
  return (
    <section aria-label="Thirteen weeks" className={`${panelClass} mt-5`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 className="text-small font-[640]">The next 13 weeks</h2>
        <p className="text-caption text-muted">
          In {currency}, by the day money is due{isPast && "; chances of offers are known for today alone"}
        </p>
      </header>
      <div className="px-4 pt-4">
        <ul aria-hidden="true" className="flex h-32 items-end gap-1 sm:gap-2">
          {weeks.map((week) => (
            <li key={week.no} className="flex h-full min-w-0 flex-1 items-end justify-center gap-px">
              {shown.map((kind) => {
                const minor = minorOf(week, kind);
                return minor > 0 ? (
                  <i
                    key={kind}
                    className={`w-1/3 max-w-5 min-w-1 border ${fills[kind]}`}
                    style={{ height: `${Math.max(2, (minor / highest) * 100)}%` }}
                  />
                ) : null;
              })}
            </li>
          ))}
        </ul>
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted">
          {shown.map((kind) => (
            <span key={kind} className="inline-flex items-center gap-1.5">
              <i aria-hidden="true" className={`size-3 shrink-0 border ${fills[kind]}`} />
              {names[kind]}
            </span>
          ))}
        </p>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable */}
      <section tabIndex={0} aria-label="The weeks, table" className="mt-3 overflow-x-auto">
        <table aria-label="Thirteen weeks" className="w-full text-caption">
          <thead>
            <tr>
              {["Week of", ...shown.map((kind) => names[kind])].map((name, place) => (
                <th
                  key={name}
                  scope="col"
                  className={classNames("px-4 py-2 font-[560] text-muted", place > 0 ? "text-right" : "text-left")}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.no} className="border-t border-line">
                <th scope="row" className="px-4 py-1.5 text-left align-baseline font-normal whitespace-nowrap">
                  {formatDay(week.from)}
                </th>
                {shown.map((kind) => (
                  <td key={kind} className="px-4 py-1.5 text-right align-baseline whitespace-nowrap">
                    {minorOf(week, kind) === 0 ? (
                      <span className="text-muted">–</span>
                    ) : (
                      <LinesLink kind={kind} place={String(week.no)}>
                        <span className="max-sm:hidden">{formatMoney(minorOf(week, kind), currency)}</span>
                        <span className="sm:hidden">{shortMoney(minorOf(week, kind), currency)}</span>
                      </LinesLink>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {listed.length > 0 && (
        <div className="border-t border-line px-4 py-3">
          <h3 className="text-caption font-semibold">In no week</h3>
          <ul className="mt-1 grid gap-x-6 gap-y-1 text-caption sm:grid-cols-2">
            {listed.map(({ kind, place, minor, lines }) => (
              <li key={kind + place}>
                <LinesLink kind={kind} place={place}>
                  {formatMoney(minor, currency)} {kindWords[kind].name.toLowerCase()}, {placeWords[place]}
                </LinesLink>{" "}
                <span className="text-muted">({countOf(lines, "line")})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function LinesLink({ kind, place, children }: { kind: Kind; place: string; children: React.ReactNode }) {
  const { params, link } = useAddress();
  const open = figureIn(params);
  return (
    <Link
      to={link({ rows: figureText({ kind, place }), currency: null, page: null })}
      preventScrollReset
      aria-current={open && figureText(open) === figureText({ kind, place }) ? "true" : undefined}
      className="inline-block min-h-6 underline decoration-control underline-offset-3 hover:decoration-ink aria-[current=true]:font-semibold"
    >
      {children}
    </Link>
  );
}
