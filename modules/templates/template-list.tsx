// The left column: find a template, grouped by what it is for.
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatDay, formatClock } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { BuiltInReplies } from "./built-in-replies.tsx";
import { purposeWords, type Words } from "./template-words.ts";
import type { Template } from "./templates-data.ts";

interface ListProps {
  list: UseQueryResult<Template[]>;
  rows: readonly Template[];
  search: string;
  archived: boolean;
  openId: string | null;
  linkTo: (id: string) => string;
  onFind: (term: string) => void;
  onArchived: (archived: boolean) => void;
  /** Begins a template with these words. */
  onCopy: (words: Words) => void;
}

/** "Used 34 times, last on Monday, November 16". */
const usesOf = ({ uses, last_used_at }: Template) => {
  if (uses === 0) return "Not used yet";
  const times = uses === 1 ? "Used once" : `Used ${uses} times`;
  return last_used_at ? `${times}, last on ${formatDay(new Date(last_used_at))}` : times;
};

export function TemplateList({ list, rows, search, archived, openId, linkTo, onFind, onArchived, onCopy }: ListProps) {
  const groups = Object.entries(purposeWords).map(([purpose, { group }]) => ({
    group,
    rows: rows.filter((template) => template.purpose === purpose),
  }));
  return (
    <div className="min-w-0">
      <div className="flex min-h-14 items-center gap-2 border-b border-line px-3 py-2">
        <FindField label="Find a template" value={search} onFind={onFind} />
      </div>
      {list.isError && (
        <FailedRow what="templates" why={messageOf(list.error)} onRetry={() => void list.refetch()}>
          Nothing was lost.
          {list.data && ` The rows below were read at ${formatClock(new Date(list.dataUpdatedAt))}.`}
        </FailedRow>
      )}
      {list.isPending && <LoadingRows rows={5} />}
      {list.data && rows.length === 0 && search && (
        <div className="grid justify-items-start gap-2 px-4 py-4">
          <p className="text-muted">No templates match.</p>
          <Button variant="line" size="compact" onClick={() => onFind("")}>
            Clear
          </Button>
        </div>
      )}
      {groups.map(
        ({ group, rows: listed }) =>
          listed.length > 0 && (
            <section key={group} aria-label={group}>
              <h2 className="px-4 pt-3 pb-1 text-xs text-muted">{group}</h2>
              <ul>
                {listed.map((template) => (
                  <li key={template.id} className="border-b border-line">
                    <Link
                      to={linkTo(template.id)}
                      preventScrollReset
                      data-row={template.id}
                      {...(template.id === openId && { "data-selected": "", "aria-current": "true" as const })}
                      className="block px-4 py-2.5 -outline-offset-2 hover:bg-shade data-selected:bg-nil max-md:data-selected:bg-transparent"
                    >
                      <b dir="auto" className="line-clamp-3 text-left font-[620] wrap-anywhere">
                        {template.name}
                      </b>
                      <span className="flex flex-wrap items-center gap-2 text-caption text-muted in-data-selected:text-ink">
                        {usesOf(template)}
                        {template.state === "archived" && <Chip>Archived</Chip>}
                        {(template.needs?.length ?? 0) > 0 && <Chip tone="dev">No fallback</Chip>}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <BuiltInReplies search={search} onCopy={onCopy} />
      {list.data && (
        <p className="px-3 py-3">
          <Button
            variant="line"
            size="compact"
            aria-pressed={archived}
            className="aria-pressed:bg-nil"
            onClick={() => onArchived(!archived)}
          >
            {archived ? "Hide the archived" : "Show the archived"}
          </Button>
        </p>
      )}
    </div>
  );
}
