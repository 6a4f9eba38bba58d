// What a visitor sees on a day, and for each time that is not offered the rule against it. Any other time can be asked about.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { staffQuery } from "#app/lib/office.ts";
import { fromOfficeInput, officeDayOf } from "#app/lib/office-time.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { currentMillis } from "#domain/clock.ts";
import { whyWords } from "../meeting.ts";
import { type BookingPage, type SeenTime, visitorDayQuery, whyNotQuery } from "../meetings-data.ts";
import { addDays, clock, dayWords } from "../week/week-days.tsx";

export function VisitorDay({ page }: { page: BookingPage }) {
  const [day, setDay] = useState(() => addDays(officeDayOf(currentMillis()), 1));
  const [time, setTime] = useState("");
  const seen = useQuery(visitorDayQuery(page.id, day));
  const asked = time ? (fromOfficeInput(`${day}T${time}`)?.toISOString() ?? null) : null;
  const why = useQuery(whyNotQuery(page.id, asked));
  const staff = useQuery(staffQuery).data ?? [];
  const nameOf = (id: string) => staff.find(({ user_id: each }) => each === id)?.name ?? "A colleague";
  const times = new Map<string, SeenTime[]>();
  for (const each of seen.data ?? []) times.set(each.starts_at, [...(times.get(each.starts_at) ?? []), each]);
  const reasons = (rows: readonly Omit<SeenTime, "starts_at">[]) => {
    const against = rows.filter(({ reason }) => reason !== null);
    const isFree = page.who === "all" ? against.length === 0 : against.length < rows.length;
    if (isFree) {
      const free = rows.filter(({ reason }) => reason === null).map(({ staff_id: id }) => nameOf(id));
      return { isFree, words: page.who === "one" ? "" : `With ${free.join(", ")}` };
    }
    const words = against.map(({ reason, staff_id: id, until_at: until }) =>
      whyWords(reason!, nameOf(id), until && clock(until)),
    );
    return { isFree, words: [...new Set(words)].join("; ") };
  };
  return (
    <section aria-label="What a visitor sees" className={panelClass}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
        <h2 className="text-small font-[640]">
          What a visitor sees on {dayWords(day, { weekday: "long", month: "long", day: "numeric" })}
        </h2>
        <input
          aria-label="Day"
          type="date"
          required
          className="min-h-8.5 rounded-1 border border-control bg-surface px-2 text-caption"
          value={day}
          onChange={({ target }) => target.value && setDay(target.value)}
        />
      </header>
      {seen.isPending && <LoadingRows rows={4} />}
      {seen.isError && <FailedRow what="times" why={messageOf(seen.error)} onRetry={() => void seen.refetch()} />}
      {seen.data?.length === 0 && (
        <p className="border-b border-line px-4 py-4 text-muted">No one of this page has hours that day.</p>
      )}
      <ul className="max-h-112 overflow-y-auto">
        {[...times].map(([at, rows]) => {
          const { isFree, words } = reasons(rows);
          return (
            <li
              key={at}
              className="grid grid-cols-[3.5rem_6.5rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 max-sm:grid-cols-[3.5rem_minmax(0,1fr)]"
            >
              <b>{clock(at)}</b>
              <span>
                <StatusBadge status={isFree ? "Live" : "Draft"}>{isFree ? "Free" : "Not offered"}</StatusBadge>
              </span>
              <span className="text-caption wrap-anywhere max-sm:col-start-2">{words}</span>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 text-caption">
        <label htmlFor={`why-${page.id}`} className="font-semibold">
          Why is this time not offered?
        </label>
        <input
          id={`why-${page.id}`}
          type="time"
          className="min-h-8.5 rounded-1 border border-control bg-surface px-2"
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <span aria-live="polite" className="wrap-anywhere">
          {why.isError && messageOf(why.error)}
          {asked &&
            why.data &&
            (why.data.length === 0
              ? "No one is on this page."
              : reasons(why.data).isFree
                ? "It is offered."
                : `${reasons(why.data).words}.`)}
        </span>
      </div>
    </section>
  );
}
