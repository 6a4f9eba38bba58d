import { formatNumber } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { type ListView, pageSizes, pagesOf } from "./list-view.ts";

export function Pager({
  view,
  count,
  onChange,
}: {
  view: Pick<ListView, "page" | "size">;
  count: number;
  onChange: (change: { page: number } | { size: number }) => void;
}) {
  const pages = pagesOf(count, view.size);
  const from = (view.page - 1) * view.size + 1;
  const to = Math.min(count, view.page * view.size);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2.5 text-caption">
      <span className="text-muted">
        {formatNumber(from)} to {formatNumber(to)} of {formatNumber(count)}
      </span>
      <label className="ml-auto inline-flex items-center gap-1.5 text-muted">
        Rows
        <select
          value={view.size}
          onChange={(event) => onChange({ size: Number(event.target.value) })}
          className="min-h-8 rounded-1 border border-control bg-surface px-1 text-ink"
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:justify-between">
        <Button
          variant="line"
          size="compact"
          disabled={view.page <= 1}
          onClick={() => onChange({ page: view.page - 1 })}
        >
          Previous
        </Button>
        <span>
          Page {formatNumber(view.page)} of {formatNumber(pages)}
        </span>
        <Button
          variant="line"
          size="compact"
          disabled={view.page >= pages}
          onClick={() => onChange({ page: view.page + 1 })}
        >
          Next
        </Button>
      </div>
    </nav>
  );
}
