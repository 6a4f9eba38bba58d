// The rows behind a figure, in a dialog over the figure: how many, their sum, and each with a link to its page.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { formatDay } from "#domain/days.ts";
import { formatMoney } from "#domain/money.ts";
import {
  figureName,
  type Figure,
  type FigureRow,
  figureRowsQuery,
  readFigure,
  withRows,
} from "#app/lib/figure-rows.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { PartFailure } from "#app/ui/compact/part-failure.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useRecordsContext } from "./records-context.ts";

/** Open while the address names a figure. */
export function FigureRows({ currency }: { currency: string }) {
  const [params, setParams] = useSearchParams();
  const figure = readFigure(params);
  return (
    figure && (
      <Rows
        figure={figure}
        currency={currency}
        onClose={() => setParams((now) => withRows(now, null), { replace: true, preventScrollReset: true })}
      />
    )
  );
}

function Rows({ figure, currency, onClose }: { figure: Figure; currency: string; onClose: () => void }) {
  const found = useInfiniteQuery(figureRowsQuery(figure));
  const rows = found.data?.pages.flat() ?? [];
  const first = rows[0];
  const { wordsOf } = useRecordsContext();
  const words = first && rows.every(({ record }) => record === first.record) ? wordsOf(first.record) : undefined;
  const one = words?.name.toLowerCase() ?? "row";
  const summed = rows.some(({ minor }) => minor !== null);
  return (
    <Dialog open onClose={onClose} title={figureName(figure)}>
      {figure.from && (
        <p className="text-muted">
          {formatDay(figure.from)}
          {figure.to && figure.to !== figure.from && ` to ${formatDay(figure.to)}`}
        </p>
      )}
      {found.isPending && <Skeleton rows={5} />}
      {found.isError && (
        <PartFailure
          what="the rows"
          why={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          busy={found.isFetching}
        />
      )}
      {found.data && (
        <p data-rows-total className="mt-1 font-semibold">
          {countOf(first?.of_count ?? 0, one, words?.many)}
          {summed && `, ${formatMoney(first?.of_minor ?? 0, currency)}`}
        </p>
      )}
      <ul className="mt-2">
        {rows.map((row) => (
          <Row key={row.place} row={row} currency={currency} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          variant="line"
          size="compact"
          className="mt-3"
          aria-busy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {found.isFetchingNextPage ? "Loading..." : "Show more"}
        </Button>
      )}
    </Dialog>
  );
}

function Row({ row, currency }: { row: FigureRow; currency: string }) {
  // Some records, such as notes, have no page of their own.
  const page = useRecordsContext().wordsOf(row.record)?.page;
  const name = row.name ?? "Not there any more";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-t border-line py-2">
      {page ? (
        <Link to={`${page}/${row.id}`} dir="auto" className="truncate text-left font-semibold hover:underline">
          {name}
        </Link>
      ) : (
        <span dir="auto" className="truncate text-left font-semibold">
          {name}
        </span>
      )}
      <span className="text-right">{row.minor !== null && formatMoney(row.minor, currency)}</span>
      <span dir="auto" className="truncate text-left text-caption text-muted">
        {row.detail}
      </span>
      <span className="text-right text-caption text-muted">
        {/* Another currency is said beside the sum that it counts as. */}
        {row.currency !== null && row.currency !== currency && row.amount_minor !== null
          ? `${formatMoney(row.amount_minor, row.currency)} `
          : ""}
        {row.day && formatDay(row.day)}
      </span>
    </li>
  );
}
