// A list with what is open beside it; on a phone one after the other, with the way back. The address says what is open.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { messageOf } from "#app/lib/request-error.ts";
import { NotShown, paneBackClass } from "#app/ui/compact/not-shown.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import { useMedia } from "#app/ui/use-media.ts";
import { LoadingRows } from "../list/loading-rows.tsx";

export interface Split {
  wide: boolean;
  /** Beside the list something is always open; on a phone the list comes first. */
  openId: string | null;
  /** On a phone: what is open, in place of the list. */
  showsPane: boolean;
}

export function useSplit(rows: readonly { id: string }[], open: string | null): Split {
  const wide = useMedia("(min-width: 64rem)");
  return { wide, openId: open ?? (wide ? (rows[0]?.id ?? null) : null), showsPane: !wide && open !== null };
}

export function SplitInbox({
  name,
  split: { wide, showsPane },
  alone = false,
  head,
  selected,
  onSelect,
  tabs,
  list,
  pane,
}: {
  name: string;
  split: Split;
  /** With nothing to list and nothing open, half of the panel would be empty. */
  alone?: boolean;
  head: ReactNode;
  selected: string;
  onSelect: (id: string) => void;
  /** One with a `panel` shows that in place of the inbox. */
  tabs: readonly (Omit<Tab, "panel"> & { panel?: ReactNode })[];
  list: ReactNode;
  pane: ReactNode;
}) {
  const inbox = (
    <div
      className={`${panelClass} grid overflow-clip rounded-br-turn-dialog ${alone ? "*:border-r-0!" : "lg:grid-cols-[23.5rem_minmax(0,1fr)]"}`}
    >
      {!showsPane && list}
      {((wide && !alone) || showsPane) && pane}
    </div>
  );
  if (showsPane) return inbox;
  return (
    <>
      {head}
      <Tabs
        label={name}
        tone="ink"
        selected={selected}
        onSelect={onSelect}
        tabs={tabs.map((tab) => ({ ...tab, panel: tab.id === selected ? (tab.panel ?? inbox) : null }))}
      />
    </>
  );
}

/** What is open, or that nothing is. */
export function SplitPane({
  id,
  what,
  pending,
  back,
  children,
}: {
  id: string | null;
  /** "inquiry". */
  what: string;
  /** The list is not there yet, so what will be open is not known. */
  pending: boolean;
  /** Where the list is, when it is not beside. */
  back: { label: string; to: string } | null;
  children: (id: string, heading: "h1" | "h2") => ReactNode;
}) {
  if (id === null)
    return <div className="min-h-80">{pending ? <LoadingRows /> : <EmptyState title={`No ${what} is open`} />}</div>;
  return (
    <div className="min-w-0">
      {back && (
        <div className="px-3 pt-3">
          <Link to={back.to} className={paneBackClass}>
            <Icon name="back" className="size-4" />
            {back.label}
          </Link>
        </div>
      )}
      {children(id, back ? "h1" : "h2")}
    </div>
  );
}

/** A record that is being read, could not be read, or is there. */
export function Opened<Row>({
  what,
  query,
  children,
}: {
  what: string;
  query: UseQueryResult<Row | null>;
  children: (row: Row) => ReactNode;
}) {
  if (query.isPending) return <LoadingRows rows={5} />;
  if (!query.data)
    return (
      <NotShown what={what} why={query.isError ? messageOf(query.error) : null} onRetry={() => void query.refetch()} />
    );
  return children(query.data);
}
