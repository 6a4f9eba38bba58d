// The dashboard of a firm without a record: what to do first, not a row of zeros.
import { Link } from "react-router";
import type { Module } from "#domain/module.ts";
import { allModules, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { NextSteps } from "../first-run/next-steps.tsx";
import { SampleFirmControls } from "../settings/sample/sample-firm.tsx";

export function EmptyFirm() {
  const live = useLiveModules();
  const firsts = allModules.filter((module) => isLive(module, live)).flatMap(({ firstRecord }) => firstRecord ?? []);
  return (
    <>
      <NextSteps whole />
      <section aria-label="First records" className={panelClass}>
        <header className="border-b border-line px-4 py-3">
          <h2 className="text-small font-[640]">First records</h2>
          <p className="text-caption text-muted">Figures and lists of what is due appear here with the first one.</p>
        </header>
        <ul>
          {firsts.map((first) => (
            <First key={first.name} {...first} />
          ))}
        </ul>
        <div className="border-t border-line px-4 py-3">
          <SampleFirmControls />
        </div>
      </section>
    </>
  );
}

/** A page of the public site opens beside this one. */
function First({ name, about, action, to }: NonNullable<Module["firstRecord"]>) {
  const look = buttonClass({ variant: "line", size: "compact" });
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
      <span className="min-w-0 grow basis-56">
        <span className="block font-semibold">{name}</span>
        <span className="block text-caption text-muted">{about}</span>
      </span>
      {to.startsWith("/admin/") ? (
        <Link to={to} className={look}>
          {action}
        </Link>
      ) : (
        <a href={to} target="_blank" rel="noreferrer" className={look}>
          {action}
          <span className="sr-only"> Opens in a new tab</span>
        </a>
      )}
    </li>
  );
}
