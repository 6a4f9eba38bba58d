// The drawn week: meetings with the minutes kept free around them, busy stripes without titles, and the line of now. On a phone a day.
import { useState } from "react";
import { Link } from "react-router";
import { inOfficeTime, officeDayOf } from "#app/lib/office-time.ts";
import { classNames } from "#app/ui/class-names.ts";
import { panelClass } from "#app/ui/panel.ts";
import { currentMillis } from "#domain/clock.ts";
import { isOff } from "../meeting.ts";
import { useNow } from "../use-now.ts";
import type { MeetingRow, Stripe } from "../meetings-data.ts";
import { clock, dayWords, hourHeight, hoursInto, inColumns, placed } from "./week-days.tsx";

const busyLook = "bg-[repeating-linear-gradient(115deg,var(--line)_0_1px,transparent_1px_5px)]";
const bufferLook = "bg-[repeating-linear-gradient(115deg,var(--control)_0_1px,transparent_1px_4px)] opacity-70";

export interface WeekProps {
  days: readonly string[];
  rows: readonly MeetingRow[];
  stripes: readonly Stripe[];
  names: ReadonlyMap<string, string>;
  /** Everyone's week says whose stripe and meeting it is. */
  everyone: boolean;
  nextId: string | null;
  opens: number;
  closes: number;
}

export function WeekGrid(props: WeekProps) {
  const { days, rows, stripes } = props;
  const now = useNow();
  const today = officeDayOf(now);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = chosen && days.includes(chosen) ? chosen : days.includes(today) ? today : days[0]!;
  const hours = days.flatMap((day) =>
    rows
      .filter(({ starts_at: at, ends_at: end }) => placed(day, at, end, 0, 24))
      .flatMap(({ starts_at: at, ends_at: end }) => [hoursInto(day, at), hoursInto(day, end)]),
  );
  const first = Math.max(0, Math.min(8, props.opens - 1, ...hours.map(Math.floor)));
  const last = Math.min(24, Math.max(18, props.closes + 1, ...hours.map(Math.ceil)));
  const inDay = (day: string) =>
    rows.filter(({ starts_at: at, ends_at: end, state }) => !isOff(state) && placed(day, at, end, 0, 24));
  return (
    <section aria-label="Week" className={classNames(panelClass, "overflow-clip rounded-br-[1.25rem]")}>
      <div
        className="hidden grid-cols-5 border-b border-line max-sm:grid"
        style={{ gridTemplateColumns: `repeat(${days.length}, 1fr)` }}
      >
        {days.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={day === shown}
            onClick={() => setChosen(day)}
            className="min-h-14 border-l border-line px-2 py-1.5 text-left text-caption text-muted -outline-offset-2 first:border-l-0 aria-pressed:bg-solid aria-pressed:text-on-solid"
          >
            {dayWords(day, { weekday: "short" })}
            <b className="block text-base leading-tight">{dayWords(day, { day: "numeric" })}</b>
            <span className="sr-only">{inDay(day).length} meetings</span>
            <span aria-hidden="true" className="mt-0.5 flex h-1 gap-0.5">
              {inDay(day)
                .slice(0, 4)
                .map(({ id }) => (
                  <i key={id} className="h-1 w-1.5 bg-current" />
                ))}
            </span>
          </button>
        ))}
      </div>
      <div
        className="grid max-sm:hidden"
        style={{ gridTemplateColumns: `3.5rem repeat(${days.length}, minmax(0, 1fr))` }}
      >
        <span className="border-b border-ink" />
        {days.map((day) => (
          <span
            key={day}
            className={classNames(
              "flex items-baseline gap-1.5 border-b border-l border-ink border-l-line px-2 py-2.5 text-caption text-muted",
              day === today && "bg-nil text-ink",
            )}
          >
            {dayWords(day, { weekday: "short" })} <b className="text-ink">{dayWords(day, { day: "numeric" })}</b>
            {day === today && <span className="ml-auto">Today</span>}
          </span>
        ))}
      </div>
      <div
        className="grid max-sm:grid-cols-[3.5rem_minmax(0,1fr)]! sm:[grid-template-columns:var(--week)]"
        style={{
          ["--week" as string]: `3.5rem repeat(${days.length}, minmax(0, 1fr))`,
          height: (last - first) * hourHeight,
        }}
      >
        <div aria-hidden="true" className="relative text-right text-xs text-muted">
          {Array.from({ length: last - first }, (_, index) => (
            <span
              key={index}
              className="absolute right-2 -translate-y-1/2 first:translate-y-0.5"
              style={{ top: index * hourHeight }}
            >
              {`${String(first + index).padStart(2, "0")}:00`}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <Day
            key={day}
            {...props}
            {...{ day, first, last, now }}
            isToday={day === today}
            hidden={day !== shown}
            stripes={stripes}
          />
        ))}
      </div>
      <Legend />
    </section>
  );
}

interface DayProps extends WeekProps {
  day: string;
  first: number;
  last: number;
  now: number;
  isToday: boolean;
  hidden: boolean;
}

function Day({
  day,
  rows,
  stripes,
  names,
  everyone,
  nextId,
  first,
  last,
  opens,
  closes,
  now,
  isToday,
  hidden,
}: DayProps) {
  const nowTop = (hoursInto(day, now) - first) * hourHeight;
  const closedTop = Math.max(0, (opens - first) * hourHeight);
  const closedFrom = (closes - first) * hourHeight;
  const ofDay = rows.filter(({ starts_at: at, ends_at: end }) => placed(day, at, end, first, last));
  return (
    <ol
      aria-label={dayWords(day, { weekday: "long", month: "long", day: "numeric" })}
      className={classNames("relative min-w-0 border-l border-line", hidden && "max-sm:hidden")}
      style={{
        backgroundImage: `linear-gradient(var(--sunken) ${closedTop}px, transparent ${closedTop}px ${closedFrom}px, var(--sunken) ${closedFrom}px), repeating-linear-gradient(transparent 0 ${hourHeight - 1}px, var(--line) ${hourHeight - 1}px ${hourHeight}px)`,
      }}
    >
      {inColumns(stripes).map(({ item: stripe, column, columns }) => {
        const place = placed(day, stripe.starts_at, stripe.ends_at, first, last);
        if (!place) return null;
        const whose = everyone ? `, ${names.get(stripe.staff_id) ?? "a colleague"}` : "";
        return (
          <li
            key={`${stripe.staff_id} ${stripe.starts_at} ${stripe.is_late}`}
            className={classNames(
              "absolute overflow-hidden border border-line px-2.5 py-1 text-xs text-muted",
              busyLook,
              stripe.is_late && "border-danger text-danger",
            )}
            style={{ ...place, ...beside(column, columns) }}
          >
            <span className="inline-block max-w-full truncate bg-surface pr-1 align-top">
              {stripe.is_late ? "Busy, came later" : "Busy"}
              {whose}
            </span>
            <span className="sr-only">
              {clock(stripe.starts_at)} to {clock(stripe.ends_at)}
            </span>
          </li>
        );
      })}
      {inColumns(ofDay).map(({ item, column, columns }) => (
        <Entry
          key={item.id}
          row={item}
          {...{ day, first, last, column, columns, everyone }}
          isNext={item.id === nextId}
          isOver={Date.parse(item.ends_at) < now}
        />
      ))}
      {isToday && nowTop >= 0 && nowTop <= (last - first) * hourHeight && (
        <li
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-10 border-t border-ink"
          style={{ top: nowTop }}
        >
          <i className="absolute -top-1 -left-1 size-1.75 rounded-full bg-ink" />
        </li>
      )}
    </ol>
  );
}

const beside = (column: number, columns: number) => ({
  left: `calc(${(column / columns) * 100}% + 3px)`,
  width: `calc(${100 / columns}% - 6px)`,
});

interface EntryProps {
  row: MeetingRow;
  day: string;
  first: number;
  last: number;
  column: number;
  columns: number;
  everyone: boolean;
  isNext: boolean;
  isOver: boolean;
}

function Entry({ row, day, first, last, column, columns, everyone, isNext, isOver }: EntryProps) {
  const place = placed(day, row.starts_at, row.ends_at, first, last);
  if (!place) return null;
  const off = isOff(row.state);
  const before = row.busy_from && placed(day, row.busy_from, row.starts_at, first, last);
  const after = row.busy_until && placed(day, row.ends_at, row.busy_until, first, last);
  const side = beside(column, columns);
  const isShort = place.height < 40;
  const hasRoom = place.height >= 54;
  return (
    <>
      {[before, after].map(
        (buffer, index) =>
          buffer && (
            <li
              key={index === 0 ? "before" : "after"}
              aria-hidden="true"
              className={classNames("absolute", bufferLook)}
              style={{ ...buffer, ...side }}
            />
          ),
      )}
      <li className="absolute" style={{ top: place.top + 1, height: Math.max(22, place.height - 2), ...side }}>
        <Link
          to={`/admin/meetings/${row.id}`}
          className={classNames(
            "flex h-full flex-col overflow-hidden rounded-1 rounded-br-turn-sm border px-1.75 py-1 text-xs leading-[1.3]",
            off
              ? "border-line text-muted line-through"
              : row.is_conflict
                ? "border-2 border-danger bg-danger-bg text-danger"
                : row.state === "requested" || row.state === "awaiting_payment"
                  ? "border-dashed border-ink bg-surface"
                  : isNext
                    ? "border-transparent bg-solid text-on-solid"
                    : isOver
                      ? "border-line bg-surface text-muted"
                      : "border-transparent bg-nil",
          )}
        >
          <span dir="auto" className="truncate font-semibold">
            {isShort && `${clock(row.starts_at)} `}
            {row.guest_name || row.title}
          </span>
          {hasRoom && (
            <span dir="auto" className="truncate">
              {[row.account_name, row.title].filter(Boolean).join(", ")}
            </span>
          )}
          {!isShort && (
            <span className="truncate">
              {clock(row.starts_at)} to {clock(row.ends_at)}
            </span>
          )}
          {isShort && (
            <span className="sr-only">
              {row.title}, to {clock(row.ends_at)}
            </span>
          )}
          {everyone && place.height > 60 && <span className="truncate">{row.hosts.join(", ")}</span>}
          {row.is_conflict && <span className="sr-only">An entry in the calendar came later</span>}
        </Link>
      </li>
    </>
  );
}

function Legend() {
  const item = "inline-flex items-center gap-1.5";
  const box = "size-3 border";
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-caption text-muted">
      <li className={item}>
        <i className={classNames(box, "border-transparent bg-solid")} /> Next
      </li>
      <li className={item}>
        <i className={classNames(box, "border-control bg-nil")} /> Booked, with the minutes kept free around it
      </li>
      <li className={item}>
        <i className={classNames(box, "border-control bg-surface")} /> Over
      </li>
      <li className={item}>
        <i className={classNames(box, "border-dashed border-ink")} /> Asked, not yet confirmed
      </li>
      <li className={item}>
        <i className={classNames(box, "border-line", busyLook)} /> Busy in the calendar
      </li>
    </ul>
  );
}

/** "today", "tomorrow", "Thursday, December 5". */
export function dayName(at: string, now = currentMillis()): string {
  const day = officeDayOf(new Date(at));
  if (day === officeDayOf(now)) return "Today";
  if (day === officeDayOf(now + 86_400_000)) return "Tomorrow";
  return inOfficeTime(new Date(at), { weekday: "long", month: "long", day: "numeric" });
}
