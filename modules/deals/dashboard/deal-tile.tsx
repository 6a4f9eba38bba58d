import type { ReactNode } from "react";
import { type DealsPart, useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { DashboardTile } from "#app/records/dashboard/dashboard-tile.tsx";

/** A tile of the dashboard with something about deals, or a sentence while there is none. */
export function DealTile({
  name,
  more,
  empty,
  className,
  children,
}: {
  name: string;
  more: string;
  empty: string;
  className?: string;
  children: (part: DealsPart) => ReactNode;
}) {
  const state = useDashboardPart("deals");
  const { part } = state;
  return (
    <DashboardTile
      name={name}
      all={{ label: more, to: "/admin/deals" }}
      what="deals"
      state={state}
      {...(className && { className })}
    >
      {part && (part.rows.length === 0 ? <p className="px-4 py-4 text-muted">{empty}</p> : children(part))}
    </DashboardTile>
  );
}
