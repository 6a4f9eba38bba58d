// The figures in one ruled strip, each a link to exactly its rows.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { type DashboardWhose, useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { SkeletonBar } from "#app/ui/skeleton.tsx";

/** "Tue, Nov 17, 17:00" by the office's clocks. */
export const pointInTime = (iso: string, zone: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  }).format(new Date(iso));

/** "Tue 17:00": what waits is due within days. */
const shortPoint = (iso: string, zone: string) =>
  new Intl.DateTimeFormat("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit", timeZone: zone })
    .format(new Date(iso))
    .replace(",", "");

export function LiveFigures({ live, whose, zone }: { live: ReadonlySet<string>; whose: DashboardWhose; zone: string }) {
  return (
    <dl
      aria-label="Figures"
      className={classNames(
        panelClass,
        "grid grid-cols-2 overflow-hidden lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none",
      )}
    >
      {live.has("inquiries") && <Inquiries {...{ whose, zone }} />}
      {live.has("tasks") && <Tasks whose={whose} />}
      <Contacts />
    </dl>
  );
}

function Inquiries({ whose, zone }: { whose: DashboardWhose; zone: string }) {
  const { part, ...state } = useDashboardPart("inquiries");
  const rows = `/admin/inquiries${whose === "mine" ? "?mine=yes" : ""}`;
  const due = part?.oldest_due_at ? shortPoint(part.oldest_due_at, zone) : null;
  return (
    <>
      <Figure
        name="Inquiries waiting"
        value={part && formatNumber(part.waiting)}
        note={
          part &&
          (due === null
            ? "None yet: the site’s forms bring them"
            : part.late > 0
              ? `${part.late} late, oldest since ${due}`
              : `Oldest: answer by ${due}`)
        }
        late={(part?.late ?? 0) > 0}
        to={rows}
        {...state}
      />
      <Figure
        name="Promise kept, 90 days"
        value={
          part && (part.promise.of === 0 ? "None" : `${Math.round((100 * part.promise.kept) / part.promise.of)} %`)
        }
        note={
          part && (part.promise.of === 0 ? "No answer was due" : `${part.promise.kept} of ${part.promise.of} in time`)
        }
        to="/admin?show=promise"
        {...state}
      />
    </>
  );
}

function Tasks({ whose }: { whose: DashboardWhose }) {
  const { part, ...state } = useDashboardPart("tasks");
  const rows = (group: string) => `/admin/tasks?whose=${whose}&group=${group}`;
  return (
    <>
      <Figure
        name="Tasks for today"
        value={part && formatNumber(part.today)}
        note={part && (part.open === 0 ? "Press T to write the first" : `${countOf(part.open, "task")} open`)}
        to={rows("today")}
        {...state}
      />
      <Figure
        name="Tasks overdue"
        value={part && formatNumber(part.overdue)}
        note={part && (part.overdue === 0 ? "Nothing is late" : "Do or move these first")}
        late={(part?.overdue ?? 0) > 0}
        to={rows("overdue")}
        {...state}
      />
    </>
  );
}

function Contacts() {
  const { part, ...state } = useDashboardPart("contacts");
  return (
    <Figure
      name="Contacts"
      value={part && formatNumber(part.count)}
      note={part && (part.count === 0 ? "Add or import the first" : "In the CRM")}
      to="/admin/crm?tab=contacts"
      {...state}
    />
  );
}

function Figure({
  name,
  value,
  note,
  late = false,
  to,
  failure,
  retry,
  retrying,
}: {
  name: string;
  value: string | null;
  note: ReactNode;
  late?: boolean;
  to: string;
  failure: string | null;
  retry: () => void;
  retrying: boolean;
}) {
  return (
    <div
      data-figure={name}
      // The same height while it loads, when it failed and when it is there.
      className="relative grid h-29 content-start border-t border-l border-line px-5 pt-4 -mt-px -ml-px hover:bg-sunken max-lg:last:odd:col-span-2 max-sm:px-4"
    >
      <dt className="text-caption text-muted">
        <Link to={to} className="-outline-offset-2 after:absolute after:inset-0">
          {name}
        </Link>
      </dt>
      <dd className="serif mt-1 text-[2.25rem] leading-[1.1] tracking-[-0.03em] max-sm:text-[1.75rem]">
        {value ?? (failure === null ? <SkeletonBar className="mt-2 h-6 w-1/2" /> : "?")}
      </dd>
      <dd className={classNames("mt-0.5 line-clamp-2 text-caption", late ? "font-semibold text-danger" : "text-muted")}>
        {failure !== null ? (
          <Button
            variant="line"
            size="desk"
            className="relative z-1 min-h-6 py-0"
            aria-label={`Failed to load ${name}: try again`}
            title={failure}
            aria-busy={retrying}
            onClick={retry}
          >
            {retrying ? "Trying..." : "Try again"}
          </Button>
        ) : (
          (note ?? "\u00a0")
        )}
      </dd>
    </div>
  );
}
