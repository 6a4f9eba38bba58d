import type { Entity } from "#domain/entity.ts";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { useRunningExport } from "./running-exports.ts";

/** How far the export of this list is, and how to stop it. */
export function ExportProgress({ entity }: { entity: Entity }) {
  const running = useRunningExport(entity.table);
  if (!running) return null;
  const { done, total, cancel } = running;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-nil px-3 py-2">
      <label className="flex grow flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">
          Exporting {formatNumber(done)} of {countOf(total, entity.one, entity.many)}
        </span>
        <progress value={Math.min(done, total)} max={total} className="min-w-40 grow accent-solid" />
      </label>
      <Button variant="line" size="compact" onClick={cancel}>
        Cancel export
      </Button>
    </div>
  );
}
