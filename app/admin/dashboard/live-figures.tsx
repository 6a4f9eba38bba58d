// The figures in one ruled strip, each a link to exactly its rows.
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { type DashboardWhose, useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { DealFigures, PipelineFigures } from "./deal-figures.tsx";
import { Figure, FigureStrip } from "./figure.tsx";

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

/** With deals on, the specified four come first, and are true. */
export function LiveFigures({ live, whose, zone }: { live: ReadonlySet<string>; whose: DashboardWhose; zone: string }) {
  const deals = live.has("deals");
  const others = (
    <>
      {live.has("inquiries") && <Inquiries {...{ whose, zone }} small={deals} />}
      {live.has("tasks") && <Tasks whose={whose} small={deals} />}
    </>
  );
  if (deals)
    return (
      <>
        <FigureStrip label="Figures">
          <PipelineFigures />
          <Contacts />
          {live.has("sequences") ? <Sequences /> : <NoSequences />}
        </FigureStrip>
        <FigureStrip label="More figures">
          <DealFigures />
          {others}
        </FigureStrip>
      </>
    );
  return (
    <FigureStrip label="Figures">
      {others}
      {live.has("sequences") && <Sequences />}
      <Contacts />
    </FigureStrip>
  );
}

/** While it is off none is active: a true figure, and where it will be. */
const NoSequences = () => (
  <Figure
    name="Active sequences"
    value="0"
    note="Sequences are not switched on"
    to="/admin/sequences"
    failure={null}
    retry={() => {}}
    retrying={false}
  />
);

function Sequences() {
  const { part, ...state } = useDashboardPart("sequences");
  return (
    <Figure
      name="Active sequences"
      value={part && formatNumber(part.active)}
      note={
        part &&
        (part.active === 0 ? "None runs yet" : `${countOf(part.enrolments, "enrollment")}, ${part.waiting} waiting`)
      }
      to="/admin/sequences"
      {...state}
    />
  );
}

function Inquiries({ whose, zone, small }: { whose: DashboardWhose; zone: string; small: boolean }) {
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
          `${
            due === null
              ? part.held > 0
                ? "None waits for an answer"
                : "None waits. The site’s forms bring them"
              : part.late > 0
                ? `${part.late} late, oldest since ${due}`
                : `Oldest: answer by ${due}`
          }${part.held > 0 ? `; ${part.held} for a check` : ""}`
        }
        late={(part?.late ?? 0) + (part?.held_late ?? 0) > 0}
        to={rows}
        small={small}
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
        small={small}
        {...state}
      />
    </>
  );
}

function Tasks({ whose, small }: { whose: DashboardWhose; small: boolean }) {
  const { part, ...state } = useDashboardPart("tasks");
  const rows = (group: string) => `/admin/tasks?whose=${whose}&group=${group}`;
  return (
    <>
      <Figure
        name="Tasks for today"
        value={part && formatNumber(part.today)}
        note={part && (part.open === 0 ? "Press T to write the first" : `${countOf(part.open, "task")} open`)}
        to={rows("today")}
        small={small}
        {...state}
      />
      <Figure
        name="Tasks overdue"
        value={part && formatNumber(part.overdue)}
        note={part && (part.overdue === 0 ? "Nothing is late" : "Do or move these first")}
        late={(part?.overdue ?? 0) > 0}
        to={rows("overdue")}
        small={small}
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
