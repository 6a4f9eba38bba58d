// The head of every page below /admin/cash, and the way between them.
import { type ReactNode, useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { site } from "#content/site.ts";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { showInRow } from "#app/ui/show-in-row.ts";

const pages = [
  ["", "Overview"],
  ["bank", "Bank"],
  ["tax", "Tax"],
  ["revenue", "Revenue"],
  ["statement", "Statement"],
  ["periods", "Periods and export"],
] as const;

export function CashFrame({
  page,
  note,
  actions,
  children,
}: {
  page: (typeof pages)[number][1];
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const row = useRef<HTMLElement>(null);
  // After each drawing: every page has its own frame.
  useEffect(() => showInRow(row.current, row.current?.querySelector<HTMLElement>("[aria-current=page]")));
  return (
    <>
      <title>{`${page === "Overview" ? "Cash" : `${page}, Cash`} | ${site.name} admin`}</title>
      <AreaHead title="Cash" note={note}>
        {actions}
      </AreaHead>
      <nav
        aria-label="Cash"
        ref={row}
        className="flex w-full overflow-x-auto overflow-y-hidden border-b border-line print:hidden"
      >
        {pages.map(([path, name]) => (
          <NavLink
            key={path}
            to={`/admin/cash${path && `/${path}`}`}
            end
            className="-mb-px mr-6 border-b-2 border-transparent py-2.25 text-ui font-[560] whitespace-nowrap text-muted -outline-offset-2 last:mr-0 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink max-sm:mr-4.5"
          >
            {name}
          </NavLink>
        ))}
      </nav>
      {children}
    </>
  );
}
