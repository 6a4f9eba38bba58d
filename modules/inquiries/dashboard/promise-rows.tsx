// The rows behind "Promise kept": the same function counts them.
import { dateFormat } from "#domain/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOf } from "#app/lib/request-error.ts";
import { zoneNote } from "#app/lib/office-time.ts";
import { useDashboardWhose, useDashboardZone } from "#app/lib/owner-dashboard.ts";
import { call, rowsOf } from "#app/lib/typed-answers.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

interface PromiseRow {
  id: string;
  reference: string;
  name: string;
  company: string;
  due_at: string;
  answered_at: string | null;
  kept: boolean;
}

/** "Tue, Nov 17, 17:00" by the office's clocks. */
const pointInTime = (iso: string, zone: string) =>
  dateFormat({
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  }).format(new Date(iso)) + zoneNote(Date.parse(iso));

export function PromiseRows({ onClose }: { onClose: () => void }) {
  const [whose] = useDashboardWhose();
  const zone = useDashboardZone();
  const rows = useQuery({
    queryKey: ["dashboard", "promise", whose],
    queryFn: async (): Promise<PromiseRow[]> =>
      rowsOf<PromiseRow>(await call("promise_rows", { days: 90, mine: whose === "mine" })),
  });
  const kept = rows.data?.filter((row) => row.kept).length ?? 0;
  return (
    <Dialog open onClose={onClose} title="Promise kept, 90 days">
      <p className="text-muted">
        Messages whose answer was due in the last 90 days, or was given early. Kept is what was answered in time, by the
        moment the mail left. What waits for a check counts, because its sender was told the same day; closed late
        without an answer is missed. What was closed in time or is spam is not counted.
      </p>
      {rows.isPending && <p className="py-4">Loading...</p>}
      {rows.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-2 py-4 text-danger">
          {messageOf(rows.error)}
          <Button variant="line" size="compact" onClick={() => void rows.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {rows.data && (
        <p className="mt-3 font-semibold">
          {kept} of {rows.data.length} in time
        </p>
      )}
      <ul className="mt-2">
        {rows.data?.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2"
          >
            <Link to={`/admin/inquiries/${row.id}`} className="truncate font-semibold hover:underline">
              {row.reference} {row.name || row.company}
            </Link>
            <Chip tone={row.kept ? "safe" : "danger"}>
              {row.kept ? "Kept" : row.answered_at ? "Late" : "Not answered"}
            </Chip>
            <span className="text-caption text-muted">Due {pointInTime(row.due_at, zone)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
