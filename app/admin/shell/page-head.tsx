import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";

/** The heading of a page, with its actions at the right. */
export function PageHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <PageTitle>{title}</PageTitle>
      <div className="min-w-0">
        <h1
          title={title}
          className="serif -mb-1 line-clamp-3 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em] wrap-anywhere"
        >
          {title}
        </h1>
        {note && <div className="mt-0.5 text-muted">{note}</div>}
      </div>
      {children && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:min-h-11 print:hidden">
          {children}
        </div>
      )}
    </div>
  );
}

export { panelClass } from "#app/ui/panel.ts";
