// The shell of a tile on the dashboard: its name, the way to everything, and what to do while it loads or when it failed.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ShownPart } from "#app/lib/owner-dashboard.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { PartFailure } from "#app/ui/compact/part-failure.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";

export function DashboardTile({
  name,
  title = name,
  all,
  what,
  state,
  className,
  children,
}: {
  name: string;
  /** The heading, where the name would not ask the question. */
  title?: string;
  all: { label: string; to: string };
  /** "tasks": what could not be loaded. */
  what?: string;
  state?: ShownPart<unknown>;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={name} className={classNames(panelClass, className)}>
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="text-small font-[640]">{title}</h2>
        <Link to={all.to} className={buttonClass({ variant: "line", size: "compact" })}>
          {all.label}
        </Link>
      </header>
      {state && state.failure !== null && (
        <PartFailure what={what ?? name} why={state.failure} onRetry={state.retry} busy={state.retrying} />
      )}
      {state && !state.part && state.failure === null && <Skeleton rows={5} />}
      {children}
    </section>
  );
}
