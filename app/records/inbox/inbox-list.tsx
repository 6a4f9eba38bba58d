// The left half of an inbox: find, narrow down, and the rows, or why there are none.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatClock } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { FindField } from "../list/find-field.tsx";
import { LoadingRows } from "../list/loading-rows.tsx";
import type { ChangeAddress } from "../list/use-address.ts";

interface Filter {
  /** "Kind"; in the address as "kind". */
  name: string;
  chosen: string | null;
  choices: readonly { id: string; label: string; icon?: IconName }[];
}

export function InboxList({
  one,
  many,
  what = many,
  list,
  search,
  filter,
  narrowing,
  change,
  steps,
  beside,
  top,
  whileFailed,
  nothing,
  rows,
}: {
  /** "an inquiry", "inquiries". */
  one: string;
  many: string;
  /** What failed to load, if it is not called by its rows. */
  what?: string;
  list: UseQueryResult<{ rows: readonly unknown[]; more: boolean }>;
  search: string;
  filter: Filter;
  /** Whether something narrows the list down, by its names in the address. */
  narrowing: Readonly<Record<string, boolean>>;
  change: ChangeAddress;
  /** How many steps of rows are shown. */
  steps: number;
  /** Beside the filter. */
  beside?: ReactNode;
  /** Above the rows. */
  top?: ReactNode;
  /** What still works. */
  whileFailed: string;
  /** When nothing is there, and nothing narrows it down. */
  nothing: ReactNode;
  rows: readonly ReactNode[];
}) {
  const { name, chosen, choices } = filter;
  const param = name.toLowerCase();
  const label = choices.find(({ id }) => id === chosen)?.label ?? chosen;
  const narrowed = search !== "" || chosen !== null || Object.values(narrowing).some(Boolean);
  const cleared = Object.fromEntries(["search", param, ...Object.keys(narrowing), "open"].map((each) => [each, null]));
  return (
    <div className="min-w-0 lg:border-r lg:border-line">
      <div className="flex gap-2 border-b border-line px-3 py-2.5 *:first:min-w-0">
        <FindField
          label={`Find ${one}`}
          value={search}
          onFind={(term) => change({ search: term || null, open: null }, true)}
        />
        <Menu
          label={`${name}: ${label ?? "any"}`}
          className={buttonClass({ variant: "line", size: "compact", className: "max-sm:min-h-10" })}
          trigger={
            <>
              <Icon name="filter" className="size-4" />
              {label ?? name}
            </>
          }
          actions={[
            { id: "any", label: `Any ${param}`, onAction: () => change({ [param]: null, open: null }) },
            ...choices.map((choice) => ({ ...choice, onAction: () => change({ [param]: choice.id, open: null }) })),
          ]}
        />
        {beside}
      </div>
      {top}
      {list.isError && (
        <FailedRow what={what} why={messageOf(list.error)} onRetry={() => void list.refetch()}>
          {whileFailed}
          {list.data && ` The rows below were read at ${formatClock(new Date(list.dataUpdatedAt))}.`}
        </FailedRow>
      )}
      {list.isPending && <LoadingRows />}
      {list.data &&
        rows.length === 0 &&
        (narrowed ? (
          <EmptyState title={`No ${many} match.`}>
            <Button variant="line" size="compact" onClick={() => change(cleared)}>
              Clear filters
            </Button>
          </EmptyState>
        ) : (
          nothing
        ))}
      {rows.length > 0 && (
        <ul
          aria-label={`${many.charAt(0).toUpperCase()}${many.slice(1)}`}
          aria-busy={list.isError || list.isPlaceholderData}
        >
          {rows}
        </ul>
      )}
      {list.data?.more && (
        <p className="border-t border-line p-3 text-center">
          <Button variant="line" size="compact" onClick={() => change({ steps: String(steps + 1) }, true)}>
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}
