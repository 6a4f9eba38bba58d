// System Tests: reads one's own calendars at this moment and says what came of it.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "#app/auth/session.tsx";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { calendarsQuery, hostOf, readCalendarNow } from "./calendars-data.ts";
import { calendarTrouble } from "./meeting.ts";

export default function CalendarsTestPanel() {
  const { user } = useSession();
  const calendars =
    useQuery(calendarsQuery).data?.filter(({ staff_id: id, state }) => id === user?.id && state !== "paused") ?? [];
  const [said, setSaid] = useState<{ name: string; ok: boolean; words: string }[] | null>(null);
  const [busy, setBusy] = useState(false);
  const read = async () => {
    setBusy(true);
    setSaid(
      await Promise.all(
        calendars.map(async (calendar) => {
          try {
            const started = performance.now();
            const { ok, busy: times, reason } = await readCalendarNow(calendar.id);
            const took = `${Math.round(performance.now() - started)} ms`;
            return {
              name: calendar.name,
              ok,
              words: ok ? `${times} busy times, in ${took}` : calendarTrouble(reason, hostOf(calendar)),
            };
          } catch (error) {
            return { name: calendar.name, ok: false, words: messageOf(error) };
          }
        }),
      ),
    );
    setBusy(false);
  };
  return (
    <section aria-label="Calendars" className={panelClass}>
      <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
        <div>
          <h2 className="text-small font-[640]">Calendars</h2>
          <p className="text-caption text-muted">
            {calendars.length === 0 ? "None of yours is connected." : "Reads yours now, as before a booking."}
          </p>
        </div>
        <Button variant="line" size="compact" disabled={busy || calendars.length === 0} onClick={() => void read()}>
          Read my calendar now
        </Button>
      </header>
      <ul aria-live="polite">
        {said?.map(({ name, ok, words }) => (
          <li key={name} className={`border-t border-line px-4 py-2.5 ${ok ? "" : "text-danger"}`}>
            <b>{name}</b>: {words}
          </li>
        ))}
      </ul>
    </section>
  );
}
