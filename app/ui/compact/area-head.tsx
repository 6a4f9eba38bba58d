import type { ReactNode } from "react";

/** The top of an area: its name, one sentence with today's figures, and what can be begun. */
export function AreaHead({ title, note, children }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em]">{title}</h1>
        <p className="mt-0.5 min-h-5 text-muted">{note}</p>
      </div>
      {children && (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow print:hidden">
          {children}
        </div>
      )}
    </div>
  );
}
