// What visitors can still book this week, and the same as a sentence for a mail.
import { useQuery } from "@tanstack/react-query";
import { inOfficeTime, officeDayOf } from "#app/lib/office-time.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { cityOf } from "../meeting.ts";
import { type BookingPage, openTimesQuery } from "../meetings-data.ts";
import { clock } from "./week-days.tsx";
import { dayName } from "./week-grid.tsx";

const shownADay = 6;

function sentence(days: [day: string, times: string[]][], zone: string): string {
  const parts = days
    .slice(0, 3)
    .map(([, times]) => `${inOfficeTime(new Date(times[0]!), { weekday: "long" })} at ${clock(times[0]!)}`);
  const last = parts.pop();
  return `I could do ${parts.length > 0 ? `${parts.join(", ")} or ${last}` : last}, ${cityOf(zone)} time.`;
}

export function OpenTimes({
  page,
  from,
  until,
  zone,
}: {
  page: BookingPage;
  from: string;
  until: string;
  zone: string;
}) {
  const open = useQuery(openTimesQuery(page.id, from, until));
  const days = new Map<string, string[]>();
  for (const at of open.data ?? []) {
    const day = officeDayOf(new Date(at));
    days.set(day, [...(days.get(day) ?? []), at]);
  }
  const list = [...days];
  const words = list.length > 0 ? sentence(list, zone) : "";
  return (
    <section aria-label="Still open this week" className={panelClass}>
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2">
        <h2 className="text-small font-[640]">
          Still open this week <span className="font-normal text-muted">{page.title}</span>
        </h2>
        {words && (
          <Button
            variant="line"
            size="compact"
            icon="copy"
            onClick={() =>
              void navigator.clipboard.writeText(words).then(
                () => toast({ title: "Copied" }),
                () =>
                  toast({
                    title: "Not copied",
                    text: "The browser does not allow it. Select the sentence below.",
                    tone: "danger",
                  }),
              )
            }
          >
            Copy as a sentence
          </Button>
        )}
      </header>
      {open.isError && <p className="px-4 py-3 text-danger">Failed to load open times. {messageOf(open.error)}</p>}
      {open.data?.length === 0 && <p className="px-4 py-3 text-muted">Visitors are offered nothing more this week.</p>}
      <ul>
        {list.map(([day, times]) => (
          <li
            key={day}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-2 border-b border-line px-4 py-2.5"
          >
            <b>{dayName(times[0]!).replace(/^(\w{3})\w*, (\w{3})\w* /, "$1, $2 ")}</b>
            <span className="flex flex-wrap gap-1.5">
              {times.slice(0, shownADay).map((at) => (
                <span key={at} className="rounded-1 border border-line px-1.75 py-0.5 text-caption font-semibold">
                  {clock(at)}
                </span>
              ))}
              {times.length > shownADay && (
                <span className="text-caption text-muted">and {times.length - shownADay} more</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {words && <p className="px-4 py-3 text-muted">“{words}”</p>}
    </section>
  );
}
