// What keeps visitors from booking on a page though it is on: nobody on it has hours, or a room.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useSession } from "#app/auth/session.tsx";
import { may } from "#app/lib/access.ts";
import { officeQuery } from "#app/lib/office.ts";
import { Button } from "#app/ui/button.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { type BookingPage, hoursOfPageQuery, useMeetingChange } from "../meetings-data.ts";

export function PageLacks({ page }: { page: BookingPage }) {
  const { user } = useSession();
  const people = page.people.map(({ staff_id: id }) => id);
  const known = useQuery(hoursOfPageQuery(page.id, people)).data;
  const office = useQuery(officeQuery).data;
  const { busy, rpc } = useMeetingChange();
  if (!known || page.state === "archived") return null;
  if (people.length === 0)
    return <Strip tone="warn">No one is on this page yet. Tick who can be booked, and save.</Strip>;
  const myHours = (
    <Link to="/admin/settings?tab=hours" className="font-semibold underline">
      My hours
    </Link>
  );
  if (!known.some(({ hours }) => hours)) {
    const isMine = user && people.includes(user.id) && may("meetings", "edit");
    return (
      <Strip
        tone="warn"
        action={
          <span className="flex flex-wrap items-center gap-3">
            {isMine && office && (
              <Button
                variant="line"
                size="compact"
                disabled={busy}
                onClick={() =>
                  rpc(
                    "save_hours",
                    {
                      person: user.id,
                      hours: office.work_days.map((weekday) => ({
                        weekday,
                        opens: office.opens_at,
                        closes: office.closes_at,
                      })),
                    },
                    { done: "You can be booked in the hours of the office", failed: "Not saved" },
                  )
                }
              >
                Use the office’s hours
              </Button>
            )}
            {myHours}
          </span>
        }
      >
        <b>Visitors find no free time:</b> no one on this page has hours yet.
      </Strip>
    );
  }
  if (page.place === "video" && !known.some(({ room }) => room))
    return (
      <Strip tone="warn" action={myHours}>
        <b>Guests get no room:</b> no one on this page has a video link yet.
      </Strip>
    );
  return null;
}
