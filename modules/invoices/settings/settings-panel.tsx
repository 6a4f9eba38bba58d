// A panel of Settings with its title and what it says.
import type { ReactNode } from "react";
import { panelClass } from "#app/ui/panel.ts";

export function SettingsPanel({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={panelClass}>
      <header className="border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">{title}</h2>
        {note && <p className="text-caption text-muted">{note}</p>}
      </header>
      {children}
    </section>
  );
}
