import { countOf, formatNumber } from "#app/lib/formats.ts";
import { useDashboardPart, useDashboardWhose } from "#app/lib/owner-dashboard.ts";
import { Figure } from "#app/records/dashboard/figure.tsx";

export default function TaskFigures({ small }: { small: boolean }) {
  const [whose] = useDashboardWhose();
  const { part, ...state } = useDashboardPart("tasks");
  const rows = (group: string) => `/admin/tasks?whose=${whose}&group=${group}`;
  return (
    <>
      <Figure
        name="Tasks for today"
        value={part && formatNumber(part.today)}
        note={part && (part.open === 0 ? "New Task adds the first" : `${countOf(part.open, "task")} open`)}
        to={rows("today")}
        small={small}
        {...state}
      />
      <Figure
        name="Tasks overdue"
        value={part && formatNumber(part.overdue)}
        note={part && (part.overdue === 0 ? "Nothing is late" : "Do or move these first")}
        tone={(part?.overdue ?? 0) > 0 ? "late" : "plain"}
        to={rows("overdue")}
        small={small}
        {...state}
      />
    </>
  );
}
