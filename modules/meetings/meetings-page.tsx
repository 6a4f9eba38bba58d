// /admin/meetings: the week with what is busy around it, the lists, and the pages that visitors book on.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { site } from "#content/site.ts";
import { useSession } from "#app/auth/session.tsx";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { officeQuery, staffQuery } from "#app/lib/office.ts";
import { officeDayOf } from "#app/lib/office-time.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { toast } from "#app/ui/toast.ts";
import { CalendarNotice } from "./calendar-notice.tsx";
import { ByDay } from "./list/meeting-rows.tsx";
import { MeetingsList } from "./list/meetings-list.tsx";
import { isOpen } from "./meeting.ts";
import {
  bookingPagesQuery,
  type MeetingRow,
  meetingCountsQuery,
  meetingListQuery,
  stripesQuery,
} from "./meetings-data.ts";
import { NewMeetingDialog } from "./new-meeting-dialog.tsx";
import { MoveDialog } from "./page/move-dialog.tsx";
import { useNow } from "./use-now.ts";
import { NextCard } from "./week/next-card.tsx";
import { OpenTimes } from "./week/open-times.tsx";
import { addDays, dayWords, mondayOf, spanWords, weekOf } from "./week/week-days.tsx";
import { WeekGrid } from "./week/week-grid.tsx";

const BookingPages = lazy(() => import("./pages/booking-pages.tsx").then((file) => ({ default: file.BookingPages })));

const everyMinute = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const;
const tabs = ["week", "list", "pages"] as const;

export default function MeetingsPage() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get("tab")) ?? "week";
  const everyone = params.get("whose") === "all";
  const whose = everyone ? null : (user?.id ?? null);
  const today = officeDayOf(useNow());
  const asked = params.get("week") ?? today;
  const monday = mondayOf(/^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today);
  const week = weekOf(monday);
  const [opened, setOpened] = useState<"new" | MeetingRow | null>(params.get("dialog") === "new" ? "new" : null);
  const person = whose ? { whose } : {};
  const counts = useQuery({
    ...meetingCountsQuery({ week_from: week.from, week_until: week.until, ...person }),
    ...everyMinute,
    placeholderData: keepPreviousData,
  });
  const pages = useQuery(bookingPagesQuery);
  const mine = pages.data?.find(
    ({ state, people }) => state === "live" && (everyone || people.some(({ staff_id: id }) => id === user?.id)),
  );
  const set = (changed: Record<string, string | null>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        for (const [name, value] of Object.entries(changed)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const copyLink = (slug: string) =>
    void navigator.clipboard.writeText(`${window.location.origin}/book/${slug}`).then(
      () => toast({ title: "Copied", text: `${window.location.host}/book/${slug}` }),
      () => toast({ title: "Not copied", text: `${window.location.origin}/book/${slug}`, tone: "danger", seconds: 20 }),
    );
  const note = counts.data && summary(counts.data);
  return (
    <>
      <title>{`Meetings | ${site.name} admin`}</title>
      <AreaHead title="Meetings" note={note}>
        {mine && (
          <Button variant="line" size="compact" icon="link" className="bg-surface" onClick={() => copyLink(mine.slug)}>
            Copy booking link
          </Button>
        )}
        {may("meetings", "add") && (
          <Button size="compact" icon="plus" onClick={() => setOpened("new")}>
            New meeting
          </Button>
        )}
      </AreaHead>
      <CalendarNotice />
      <Tabs
        label="Meetings"
        tone="ink"
        selected={tab}
        onSelect={(id) => set({ tab: id === "week" ? null : id })}
        tabs={[
          {
            id: "week",
            label: "Week",
            count: counts.data?.this_week,
            panel: tab === "week" && (
              <Week
                {...{ monday, whose, everyone, today }}
                onWeek={(next) => set({ week: next })}
                onWhose={(next) => set({ whose: next })}
                onMove={setOpened}
                onNew={() => setOpened("new")}
                page={mine}
              />
            ),
          },
          {
            id: "list",
            label: "List",
            count: counts.data?.coming,
            panel: tab === "list" && (
              <div className="pt-4">
                <MeetingsList whose={whose}>
                  <Whose {...{ everyone }} onWhose={(next) => set({ whose: next })} />
                </MeetingsList>
              </div>
            ),
          },
          {
            id: "pages",
            label: "Booking pages",
            count: pages.data?.filter(({ state }) => state !== "archived").length,
            panel: tab === "pages" && (
              <Suspense fallback={<LoadingRows />}>
                <BookingPages chosen={params.get("page")} onChoose={(id) => set({ page: id })} />
              </Suspense>
            ),
          },
        ]}
      />
      {opened === "new" && (
        <NewMeetingDialog
          day={today}
          contact={params.get("contact") ?? ""}
          onClose={() => {
            setOpened(null);
            set({ dialog: null, contact: null });
          }}
        />
      )}
      {opened && opened !== "new" && <MoveDialog meeting={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

interface Counts {
  today: number;
  this_week: number;
  week_minutes: number;
  to_confirm: number;
  without_outcome: number;
}
function summary({
  today,
  this_week: inWeek,
  week_minutes: minutes,
  to_confirm: asked,
  without_outcome: open,
}: Counts): string {
  const hours = Math.round(minutes / 6) / 10;
  const parts = [
    `${today === 0 ? "None" : today} today, ${inWeek === 0 ? "none" : inWeek} this week${inWeek > 0 ? `, ${hours} ${hours === 1 ? "hour" : "hours"} in all` : ""}.`,
  ];
  if (asked > 0) parts.push(`${countOf(asked, "request")} to confirm.`);
  if (open > 0) parts.push(`${open} without an outcome.`);
  return parts.join(" ");
}

const Whose = ({ everyone, onWhose }: { everyone: boolean; onWhose: (whose: "all" | null) => void }) => (
  <Segmented
    label="Whose meetings"
    choices={[
      { id: "mine", name: "Mine" },
      { id: "all", name: "Everyone" },
    ]}
    chosen={everyone ? "all" : "mine"}
    onChoose={(id) => onWhose(id === "all" ? "all" : null)}
  />
);

interface WeekProps {
  monday: string;
  today: string;
  whose: string | null;
  everyone: boolean;
  page: Parameters<typeof OpenTimes>[0]["page"] | undefined;
  onWeek: (monday: string | null) => void;
  onWhose: (whose: "all" | null) => void;
  onMove: (row: MeetingRow) => void;
  onNew: () => void;
}

function Week({ monday, today, whose, everyone, page, onWeek, onWhose, onMove, onNew }: WeekProps) {
  const span = weekOf(monday);
  const person = whose ? { whose } : {};
  const list = useQuery({
    ...meetingListQuery({ from_at: span.from, until_at: span.until, most: 500, ...person }),
    ...everyMinute,
    placeholderData: keepPreviousData,
  });
  const stripes = useQuery({
    ...stripesQuery({ from_at: span.from, until_at: span.until, ...person }),
    ...everyMinute,
    placeholderData: keepPreviousData,
  });
  const coming = useQuery({ ...meetingListQuery({ part: "coming", most: 5, ...person }), ...everyMinute });
  const now = useNow();
  const office = useQuery(officeQuery).data;
  const staff = useQuery(staffQuery).data ?? [];
  const rows = list.data ?? [];
  const weekend = [5, 6].map((days) => addDays(monday, days));
  const isUsed = (day: string) => rows.some(({ starts_at: at }) => officeDayOf(new Date(at)) === day);
  const workDays = office?.work_days ?? [1, 2, 3, 4, 5];
  const days = [0, 1, 2, 3, 4, 5, 6]
    .map((index) => addDays(monday, index))
    .filter((day, index) => workDays.includes(index + 1) || index < 5 || (weekend.includes(day) && isUsed(day)));
  const next = coming.data?.find(({ state, ends_at: end }) => state === "confirmed" && Date.parse(end) > now) ?? null;
  const isEmpty = list.data?.length === 0 && stripes.data?.length === 0;
  const mayMove = may("meetings", "send");
  return (
    <div className="grid items-start gap-5 pt-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-3.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="inline-flex items-center rounded-1 rounded-br-turn-sm border border-control bg-surface">
            <IconButton
              name="back"
              label="The week before"
              size="compact"
              onClick={() => onWeek(addDays(monday, -7))}
            />
            <button
              type="button"
              className="min-h-8 border-x border-line px-3 text-caption font-semibold max-sm:min-h-10"
              onClick={() => onWeek(null)}
            >
              This week
            </button>
            <IconButton name="arrow" label="The week after" size="compact" onClick={() => onWeek(addDays(monday, 7))} />
          </span>
          <h2 aria-live="polite" className="serif text-[1.375rem] leading-tight">
            {spanWords(days[0]!, days.at(-1)!)}
          </h2>
          <span className="ml-auto">
            <Whose everyone={everyone} onWhose={onWhose} />
          </span>
        </div>
        {list.isError && (
          <section className={panelClass}>
            <FailedRow what="meetings" why={messageOf(list.error)} onRetry={() => void list.refetch()} />
          </section>
        )}
        {list.isPending && (
          <section className={panelClass}>
            <LoadingRows rows={8} />
          </section>
        )}
        {isEmpty && (
          <section className={classNames(panelClass, "rounded-br-[1.25rem]")}>
            <EmptyState art={<Art name="still" />} title="Nothing booked this week">
              <p className="max-w-96 text-muted">
                Meetings come from your booking pages, from a person’s page, or from here.{" "}
                {page ? `The page “${page.title}” is open to visitors.` : "No booking page of yours is live."}
              </p>
              <div className="mt-3 flex flex-wrap justify-center gap-2">
                {!page && (
                  <Link to="/admin/meetings?tab=pages" className="underline">
                    Booking pages
                  </Link>
                )}
                {may("meetings", "add") && (
                  <Button size="compact" icon="plus" onClick={onNew}>
                    New meeting
                  </Button>
                )}
              </div>
            </EmptyState>
          </section>
        )}
        {list.data && !isEmpty && (
          <div inert={list.isError}>
            <WeekGrid
              {...{ days, rows, everyone }}
              stripes={stripes.data ?? []}
              names={new Map(staff.map(({ user_id: id, name }) => [id, name]))}
              nextId={next?.id ?? null}
              opens={Number(office?.opens_at.slice(0, 2) ?? 9)}
              closes={Number(office?.closes_at.slice(0, 2) ?? 17)}
            />
          </div>
        )}
        {page && addDays(monday, 7) > today && (
          <OpenTimes page={page} from={span.from} until={span.until} zone={office?.time_zone ?? ""} />
        )}
      </div>
      <aside className="grid min-w-0 gap-5 max-xl:-order-1 max-xl:has-[section:only-child]:block">
        {next && <NextCard row={next} onMove={mayMove ? () => onMove(next) : null} />}
        {rows.length > 0 && (
          <section aria-label="Meetings of the week" className={classNames(panelClass, "max-xl:hidden")}>
            <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line px-4 py-1.5">
              <h2 className="text-small font-[640]">
                {monday === mondayOf(today)
                  ? "This week"
                  : `From ${dayWords(monday, { month: "long", day: "numeric" })}`}
              </h2>
              <span className="text-caption text-muted">
                {countOf(
                  rows.filter(({ state }) => isOpen(state) || state === "met" || state === "no_show").length,
                  "meeting",
                )}
              </span>
            </header>
            <ByDay rows={rows} />
          </section>
        )}
      </aside>
    </div>
  );
}
