import type { ReactNode } from "react";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { Icon } from "#app/ui/icon.tsx";

export function Panel({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">{title}</h2>
        {note && <p className="text-caption text-muted">{note}</p>}
      </header>
      <div className="p-4">{children}</div>
    </section>
  );
}

export function Refused({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-1 bg-danger-bg px-3 py-2.5 text-danger">
      <Icon name="alert" className="mt-px" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
