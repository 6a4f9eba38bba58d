// The invoices and credit notes behind a figure of a report.
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { panelClass } from "#app/ui/panel.ts";

interface Shown {
  invoice_id: string;
  number: string;
  title: string;
  issued_on: string;
  account_name: string | null;
  sums: readonly string[];
}

export function Documents({
  title,
  state,
  heads,
  documents,
  count,
  sums,
  onClose,
}: {
  title: string;
  state: UseQueryResult<unknown>;
  heads: readonly string[];
  documents: readonly Shown[] | undefined;
  count: number;
  sums: readonly string[] | undefined;
  onClose: () => void;
}) {
  const opens = may("invoices", "read");
  return (
    <section aria-label={`Documents: ${title}`} className={panelClass}>
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
        <h2 className="min-w-0 text-small font-[640] wrap-anywhere">{title}</h2>
        <div className="flex items-center gap-2">
          <output className="text-caption text-muted">
            {countOf(count, "document")}
            {documents && documents.length < count && `, the first ${documents.length}`}
          </output>
          <IconButton name="close" label="Close these documents" size="compact" onClick={onClose} />
        </div>
      </header>
      {state.isPending && <LoadingRows rows={3} />}
      {state.isError && (
        <FailedRow what="the documents" why={messageOf(state.error)} onRetry={() => void state.refetch()} />
      )}
      {documents && (
        <table aria-label={title} className="w-full text-caption">
          <thead>
            <tr>
              <th scope="col" className="px-4 py-2 text-left font-[560] text-muted">
                Document
              </th>
              <th scope="col" className="px-3 py-2 text-left font-[560] text-muted max-sm:hidden">
                Issued
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" className="px-3 py-2 text-right font-[560] text-muted last:pr-4">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {documents.map((row, place) => (
              <tr key={place} className="border-t border-line hover:bg-sunken">
                <th scope="row" className="px-4 py-2 text-left font-semibold">
                  {opens ? (
                    <Link to={`/admin/invoices/${row.invoice_id}`} className="inline-block min-h-6 hover:underline">
                      {row.number}
                    </Link>
                  ) : (
                    row.number
                  )}
                  <span dir="auto" className="block font-normal wrap-anywhere text-muted">
                    {[row.title, row.account_name].filter(Boolean).join(", ")}
                  </span>
                </th>
                <td className="px-3 py-2 whitespace-nowrap max-sm:hidden">{formatDay(row.issued_on)}</td>
                {row.sums.map((sum, column) => (
                  <td key={heads[column]} className="px-3 py-2 text-right whitespace-nowrap last:pr-4">
                    {sum}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {sums && (
            <tfoot>
              <tr className="border-t border-ink font-semibold">
                <th scope="row" className="px-4 py-2 text-left">
                  All
                </th>
                <td className="max-sm:hidden">{"\u00a0"}</td>
                {sums.map((sum, column) => (
                  <td key={heads[column]} className="px-3 py-2 text-right whitespace-nowrap last:pr-4">
                    {sum}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      )}
    </section>
  );
}
