// Columns of the list of deals that say more than their value: how far it has come, how long it has stood there, what is late.
import type { KitRecord } from "#app/records/entity.ts";
import type { Cells } from "#app/records/list/record-row.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Stage } from "./board/board.ts";
import { daysIn, daysWords, dueWords, monthWords, stayTone } from "./deal-words.ts";

const textIn = (row: KitRecord, name: string) => (typeof row[name] === "string" ? row[name] : null);

export function dealCells(stages: readonly Stage[], today: string, now: number): Cells {
  const stageOf = (row: KitRecord) => stages.find(({ id }) => id === row["stage_id"]);
  const isOpen = (row: KitRecord) => row["stage_kind"] === "open";
  return {
    stage_id: (row) => <StageBar stages={stages} stage={stageOf(row)} />,
    stage_since: (row) => {
      const days = daysIn(textIn(row, "stage_since") ?? "", now);
      const usual = stageOf(row)?.stale_after_days;
      if (!isOpen(row) || usual == null || days < usual) return daysWords(days);
      return (
        <Chip tone={stayTone(days, usual)}>
          <Icon name="hourglass" className="size-3.5" />
          {daysWords(days)}
          <span className="sr-only">, stale</span>
        </Chip>
      );
    },
    expected_close: (row) => {
      const [closed, expected] = [textIn(row, "closed_on"), textIn(row, "expected_close")];
      if (closed) return `Closed ${monthWords(closed)}`;
      if (!expected) return <span className="text-muted">None</span>;
      if (!isOpen(row) || expected >= today) return monthWords(expected);
      return (
        <span className="font-semibold text-danger">
          {monthWords(expected)}
          <span className="sr-only">, past</span>
        </span>
      );
    },
    next_step_on: (row) => {
      const title = textIn(row, "next_step");
      if (!title) return <span className="text-muted">None</span>;
      const due = dueWords(textIn(row, "next_step_on"), today);
      return (
        <span title={title}>
          <span className={due.late ? "font-semibold text-danger" : undefined}>{due.words}</span>, {title}
        </span>
      );
    },
  };
}

/** One bar for each open stage, filled as far as it has come. */
function StageBar({ stages, stage }: { stages: readonly Stage[]; stage: Stage | undefined }) {
  const open = stages.filter(({ kind }) => kind === "open");
  const at = stage?.kind === "won" ? open.length : open.findIndex(({ id }) => id === stage?.id) + 1;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <i aria-hidden="true" className="inline-flex gap-0.5">
        {open.map(({ id }, index) => (
          <b key={id} className={`h-1.5 w-2 ${index < at ? "bg-ink" : "bg-line"}`} />
        ))}
      </i>
      {stage?.name ?? "Retired"}
    </span>
  );
}
