// A calendar of mine that does not answer: since when, and what that means for visitors.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatWhen } from "#app/lib/formats.ts";
import { Strip } from "#app/ui/compact/strip.tsx";
import { useSession } from "#app/auth/session.tsx";
import { calendarTrouble } from "./meeting.ts";
import { calendarsQuery, hostOf, isStale } from "./calendars-data.ts";

export function CalendarNotice() {
  const { user } = useSession();
  const calendars = useQuery({ ...calendarsQuery, refetchInterval: 60_000 }).data ?? [];
  const bad = calendars.find(
    (calendar) =>
      calendar.staff_id === user?.id &&
      calendar.reads &&
      (calendar.state === "signed_out" || (calendar.state === "waiting" && isStale(calendar, 30))),
  );
  if (!bad) return null;
  const stale = isStale(bad, 120) || bad.state === "signed_out";
  const effect =
    !isStale(bad, 120) || bad.when_stale === "last_known"
      ? "The times known until then still count."
      : bad.when_stale === "closed"
        ? "Visitors are offered none of your times."
        : "Visitors are offered your times without looking at it.";
  return (
    <Strip
      tone={stale ? "danger" : "warn"}
      action={
        <Link to="/admin/settings?tab=calendars" className="font-semibold underline">
          {bad.state === "signed_out" ? "Connect again" : "Look at it"}
        </Link>
      }
    >
      <b>
        {bad.name} has not answered{bad.last_good_at ? ` since ${formatWhen(bad.last_good_at)}` : ""}.
      </b>{" "}
      {calendarTrouble(bad.reason, hostOf(bad))} {effect}
    </Strip>
  );
}
