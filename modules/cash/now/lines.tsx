// The lines that a figure is the sum of, each with the way to what it is about.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { PageTurner } from "#app/records/list/page-turner.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { IconButton } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { dayAfter, type Line, type LineFilter, linesQuery, type Overview, pageSize } from "../cash-data.ts";
import { kindWords } from "../cash.ts";
import { figureIn, figureName } from "../figure-address.ts";

export function Lines({ overview }: { overview: Overview }) {
  const { params, change } = useAddress();
  const figure = figureIn(params) ?? { kind: "overdue" as const };
  const page = Math.max(1, Math.min(1000, Number(params.get("page")) || 1));
  const filter: LineFilter = {
    as_of: overview.as_of,
    kind: figure.kind,
    ...(figure.place !== undefined && { place: figure.place }),
    ...(figure.currency && { currency: figure.currency }),
    ...(figure.next && { from: overview.as_of, to: dayAfter(overview.as_of, 29) }),
  };
  const lines = useQuery(linesQuery(filter, page));
  const { data } = lines;
  const name = figureName(figure);
  return (
    <section aria-label={`Lines: ${name}`} aria-busy={lines.isFetching} className={`${panelClass} mt-5`}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2.5">
        <div className="min-w-0">
          <h2 className="text-small font-[640]">{name}</h2>
          <p className="text-caption text-muted">{kindWords[figure.kind].about}</p>
        </div>
        <div className="flex items-center gap-2">
          {data && (
            <output className="text-caption">
              {countOf(data.count, "line")}
              {data.sums.length > 0 && ", "}
              <b className="font-semibold">
                {data.sums.map(({ currency, minor }) => exactMoney(minor, currency)).join(" and ")}
              </b>
            </output>
          )}
          {figureIn(params) && (
            <IconButton
              name="close"
              label="Close these lines"
              size="compact"
              onClick={() => change({ rows: null, currency: null, page: null }, true)}
            />
          )}
        </div>
      </header>
      {lines.isPending && <LoadingRows rows={3} />}
      {lines.isError && (
        <FailedRow what="the lines" why={messageOf(lines.error)} onRetry={() => void lines.refetch()} />
      )}
      {data?.count === 0 && (
        <p className="px-4 py-4 text-muted">
          {figure.kind === "overdue" ? "Nothing is late." : "There is nothing in this figure."}
        </p>
      )}
      {data && data.rows.length > 0 && (
        <ul className={lines.isPlaceholderData ? "opacity-55" : undefined}>
          {data.rows.map((line, place) => (
            <li
              key={place}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line px-4 py-2 text-caption last:border-0 hover:bg-sunken sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,14rem)_9rem]"
            >
              <span className="whitespace-nowrap text-muted max-sm:col-start-1 max-sm:row-start-2">
                {line.day ? formatDay(line.day) : "No day"}
              </span>
              <span className="min-w-0 max-sm:col-start-1 max-sm:row-start-1">
                <Title line={line} />
              </span>
              <span dir="auto" className="min-w-0 truncate text-muted max-sm:hidden">
                {line.account_name}
              </span>
              <span className="text-right font-semibold whitespace-nowrap max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
                {exactMoney(line.amount_minor, line.currency)}
                {line.whole_minor !== null && (
                  <span className="block text-xs font-normal text-muted">
                    {line.chance === null
                      ? `of ${exactMoney(line.whole_minor, line.currency)}, no deal`
                      : `${line.chance}% of ${exactMoney(line.whole_minor, line.currency)}`}
                  </span>
                )}
                {line.office_minor !== null && line.currency !== data.currency && (
                  <span className="block text-xs font-normal text-muted">
                    {exactMoney(line.office_minor, data.currency)}
                  </span>
                )}
                {line.office_minor === null && (
                  <span className="block text-xs font-normal text-muted">no exchange rate</span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && (
        <PageTurner
          page={page}
          pages={Math.ceil(data.count / pageSize)}
          words={["Before", "After"]}
          onTurn={(to) => change({ page: String(to) })}
        />
      )}
    </section>
  );
}

/** Where what a line is about can be seen, for whom may see it. */
function Title({ line }: { line: Line }) {
  const to =
    line.source === "proposal"
      ? may("proposals", "read") && `/admin/proposals/${line.source_id}`
      : line.source === "retainer"
        ? may("retainers", "read") && `/admin/retainers/${line.source_id}`
        : may("payments", "read") && (line.number ? `/admin/payments?search=${line.number}` : "/admin/payments");
  const title = line.title ?? line.number ?? "";
  return (
    <>
      {to ? (
        <Link to={to} dir="auto" className="line-clamp-2 min-h-6 text-ui font-semibold wrap-anywhere hover:underline">
          {title}
        </Link>
      ) : (
        <span dir="auto" className="line-clamp-2 text-ui font-semibold wrap-anywhere">
          {title}
        </span>
      )}
      <span className="block text-xs text-muted">
        {[
          line.number,
          line.source === "retainer" ? "retainer" : "",
          line.source === "unallocated" ? "fits no request yet" : "",
        ]
          .filter(Boolean)
          .join(", ")}
        <span className="sm:hidden"> {line.account_name}</span>
      </span>
    </>
  );
}
