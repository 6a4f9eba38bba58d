// A module's panel on the page of another module's record: what it is called, how many, one more, and its rows, or why there are none.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { panelClass } from "#app/ui/panel.ts";
import { LoadingRows } from "../list/loading-rows.tsx";

export function RecordPanel({
  title,
  what = title.toLowerCase(),
  query,
  count,
  actions,
  top,
  rows = [],
  empty = "None",
  all = [],
  children,
}: {
  title: string;
  /** "deals": what could not be loaded. */
  what?: string;
  query: Pick<UseQueryResult, "isPending" | "isError" | "error" | "data" | "refetch">;
  /** Beside the title, once it is known. */
  count?: number | undefined;
  actions?: ReactNode;
  /** Between the title and the rows. */
  top?: ReactNode;
  /** Items of a list. */
  rows?: readonly ReactNode[] | undefined;
  empty?: string;
  /** Below the rows, if there are any. */
  all?: readonly { label: string; to: string }[];
  /** Below everything, and dialogs. */
  children?: ReactNode;
}) {
  // Nothing in it: one line, with its action.
  const isBare = query.data !== undefined && rows.length === 0 && !top;
  return (
    <section aria-label={title} className={panelClass}>
      <header
        className={classNames(
          "flex min-h-11 items-center justify-between gap-3 py-1.5 pr-2 pl-4",
          !isBare && "border-b border-line",
        )}
      >
        <h2 className="min-w-0 text-small font-[640] wrap-anywhere">
          {title}
          {isBare ? (
            <span className="font-normal text-muted"> {empty}</span>
          ) : (
            count !== undefined && <span className="font-normal text-muted"> {count}</span>
          )}
        </h2>
        {actions && <div className="flex gap-2">{actions}</div>}
      </header>
      {top}
      {query.isPending && <LoadingRows rows={2} />}
      {query.isError && (
        <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-danger">
          <p>
            Failed to load {what}. {messageOf(query.error)}
          </p>
          <Button variant="line" size="compact" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {rows.length > 0 && <ul>{rows}</ul>}
      {all.length > 0 && rows.length > 0 && (
        <p className="flex flex-wrap gap-x-4 border-t border-line px-4 py-2.75">
          {all.map(({ label, to }) => (
            <Link key={label} to={to} className="underline decoration-control">
              {label}
            </Link>
          ))}
        </p>
      )}
      {children}
    </section>
  );
}
