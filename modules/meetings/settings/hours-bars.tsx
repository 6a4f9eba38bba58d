// Hours as bars on a drawn week: drag an edge, or choose a bar and use the arrow keys, a quarter of an hour a step.
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { IconButton } from "#app/ui/button.tsx";
import type { Hours } from "../meetings-data.ts";

export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;
const stepMinutes = 15;

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The bar with one edge moved, within its day and clear of its neighbors. */
export function withEdge(all: readonly Hours[], index: number, edge: "opens" | "closes", to: number): Hours[] {
  const bar = all[index]!;
  const others = all.filter((each, at) => at !== index && each.weekday === bar.weekday);
  const opens = minutesOf(bar.opens);
  const closes = minutesOf(bar.closes);
  const before = Math.max(0, ...others.map((each) => minutesOf(each.closes)).filter((end) => end <= opens));
  const after = Math.min(24 * 60, ...others.map((each) => minutesOf(each.opens)).filter((start) => start >= closes));
  const snapped = Math.round(to / stepMinutes) * stepMinutes;
  const changed =
    edge === "opens"
      ? { ...bar, opens: timeOf(Math.min(Math.max(snapped, before), closes - stepMinutes)) }
      : {
          ...bar,
          closes: timeOf(
            Math.max(Math.min(snapped, Math.max(after, closes > 24 * 60 ? closes : after)), opens + stepMinutes),
          ),
        };
  return all.map((each, at) => (at === index ? changed : each));
}

/** One more bar in the largest gap of working time; null where there is none. */
export function withMore(all: readonly Hours[], weekday: number): Hours[] | null {
  const taken = all
    .filter((each) => each.weekday === weekday)
    .map((each) => [minutesOf(each.opens), minutesOf(each.closes)] as const);
  const wanted: (readonly [number, number])[] = [
    [9 * 60, 17 * 60],
    [9 * 60, 12 * 60],
    [13 * 60, 17 * 60],
    [17 * 60, 18 * 60],
    [8 * 60, 9 * 60],
  ];
  const free = wanted.find(([from, until]) => taken.every(([opens, closes]) => closes <= from || opens >= until));
  return free ? [...all, { weekday, opens: timeOf(free[0]), closes: timeOf(free[1]) }] : null;
}

export function HoursBars({
  hours,
  onChange,
  disabled = false,
}: {
  hours: readonly Hours[];
  onChange: (hours: Hours[]) => void;
  disabled?: boolean;
}) {
  const first = Math.min(7, ...hours.map(({ opens }) => Math.floor(minutesOf(opens) / 60)));
  const until = Math.max(19, ...hours.map(({ closes }) => Math.ceil(minutesOf(closes) / 60)));
  const share = (minutes: number) => `${((minutes - first * 60) / ((until - first) * 60)) * 100}%`;
  const remove = (at: number, from: HTMLElement) => {
    onChange(hours.filter((_, each) => each !== at));
    // What had the focus may be gone: it stays on the day.
    const more = from.closest("[data-day]")?.querySelector<HTMLElement>("[data-more]");
    requestAnimationFrame(() => more?.focus());
  };
  return (
    <div className="grid gap-1">
      <div aria-hidden="true" className="relative mr-18.5 ml-10 h-4 text-xs text-muted max-sm:mr-23">
        {Array.from({ length: Math.floor((until - first) / 2) + 1 }, (_, index) => first + index * 2).map((hour) => (
          <span key={hour} className="absolute -translate-x-1/2" style={{ left: share(hour * 60) }}>
            {String(hour).padStart(2, "0")}
          </span>
        ))}
      </div>
      {weekdays.map((name, index) => {
        const weekday = index + 1;
        const bars = hours.flatMap((bar, at) => (bar.weekday === weekday ? [{ bar, at }] : []));
        const last = bars.toSorted((one, other) => minutesOf(one.bar.opens) - minutesOf(other.bar.opens)).at(-1);
        return (
          <div key={name} data-day className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-1">
            <b className="text-caption">{name}</b>
            <div data-track className="relative h-8 bg-sunken">
              {bars.length === 0 && (
                <span className="absolute inset-y-0 left-2.5 grid items-center text-caption text-muted">Closed</span>
              )}
              {bars.map(({ bar, at }) => (
                <Bar
                  key={at}
                  name={name}
                  bar={bar}
                  left={share(minutesOf(bar.opens))}
                  right={share(minutesOf(bar.closes))}
                  minuteAt={(ratio) => first * 60 + ratio * (until - first) * 60}
                  disabled={disabled}
                  onEdge={(edge, to) => onChange(withEdge(hours, at, edge, to))}
                  onRemove={(from) => remove(at, from)}
                />
              ))}
            </div>
            <span className="flex">
              <IconButton
                name="close"
                label={last ? `Remove ${name} ${last.bar.opens} to ${last.bar.closes}` : `Nothing to remove on ${name}`}
                size="compact"
                className={last ? "" : "invisible"}
                disabled={disabled}
                onClick={({ currentTarget }) => last && remove(last.at, currentTarget)}
              />
              <IconButton
                name="plus"
                label={`Add hours on ${name}`}
                size="compact"
                data-more
                disabled={disabled || withMore(hours, weekday) === null}
                onClick={() => {
                  const more = withMore(hours, weekday);
                  if (more) onChange(more);
                }}
              />
            </span>
            {bars.length > 0 && (
              <span className="col-start-2 text-xs text-muted sm:hidden">
                {bars.map(({ bar }) => `${bar.opens} to ${bar.closes}`).join(", ")}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface BarProps {
  name: string;
  bar: Hours;
  left: string;
  right: string;
  minuteAt: (ratio: number) => number;
  disabled: boolean;
  onEdge: (edge: "opens" | "closes", to: number) => void;
  onRemove: (from: HTMLElement) => void;
}

function Bar({ name, bar, left, right, minuteAt, disabled, onEdge, onRemove }: BarProps) {
  const whole = useRef<HTMLDivElement>(null);
  const drag = (edge: "opens" | "closes") => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!disabled) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const track = whole.current?.parentElement?.getBoundingClientRect();
      if (!track || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      onEdge(edge, minuteAt((event.clientX - track.left) / track.width));
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const by = {
        ArrowLeft: -stepMinutes,
        ArrowDown: -stepMinutes,
        ArrowRight: stepMinutes,
        ArrowUp: stepMinutes,
        PageUp: 60,
        PageDown: -60,
      }[event.key];
      if (by !== undefined) {
        event.preventDefault();
        onEdge(edge, minutesOf(bar[edge]) + by);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        onRemove(event.currentTarget);
      }
    },
  });
  const slider = (edge: "opens" | "closes") => (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an edge of a bar, not a track of its own
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-disabled={disabled}
      aria-label={`${name} ${edge}, Delete removes these hours`}
      aria-valuemin={0}
      aria-valuemax={edge === "opens" ? 1440 : 2879}
      aria-valuenow={minutesOf(bar[edge])}
      aria-valuetext={bar[edge]}
      className={`absolute inset-y-0 w-3 touch-none cursor-ew-resize max-sm:w-6 ${edge === "opens" ? "left-0 border-l-[3px]" : "right-0 border-r-[3px]"} border-ink`}
      {...drag(edge)}
    />
  );
  return (
    <div ref={whole} className="absolute inset-y-0 bg-nil" style={{ left, right: `calc(100% - ${right})` }}>
      {slider("opens")}
      <span className="pointer-events-none absolute inset-0 grid place-items-center overflow-hidden text-xs font-semibold whitespace-nowrap max-sm:hidden">
        {bar.opens} to {bar.closes}
      </span>
      {slider("closes")}
    </div>
  );
}
