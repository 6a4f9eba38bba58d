// Figures that prove themselves: each figure of the dashboard beside the list that it links to, counted row by row.
import { useMutation } from "@tanstack/react-query";
import { hasLiveFigures } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { compareFigures } from "./compare-figures.ts";

export function DashboardChecks() {
  const live = useLiveModules();
  const check = useMutation({ mutationFn: compareFigures });
  if (!hasLiveFigures(live)) return null;
  const wrong = check.data?.filter(({ shown, listed }) => shown !== listed).length ?? 0;
  return (
    <section aria-label="Dashboard figures" className={panelClass}>
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0 grow">
          <h2 className="text-small font-[640]">Dashboard figures</h2>
          <p className="text-caption text-muted">Each figure against the list behind it, counted row by row.</p>
        </div>
        <Button variant="line" size="compact" icon="check" disabled={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? "Comparing..." : "Compare figures"}
        </Button>
      </header>
      <div aria-live="polite" className="px-4 py-3 font-mono text-caption">
        {check.isIdle && <p className="text-muted">They have not been compared yet.</p>}
        {check.isError && <p className="text-danger">The comparison failed: {messageOf(check.error)}</p>}
        {check.data && (
          <ol>
            {check.data.map(({ name, shown, listed }) => (
              <li key={name} className="flex gap-3 py-1">
                <Icon
                  name={shown === listed ? "check" : "alert"}
                  className={`mt-0.5 size-4 ${shown === listed ? "text-live" : "text-danger"}`}
                />
                <span className={`min-w-0 wrap-anywhere ${shown === listed ? "" : "text-danger"}`}>
                  <span className="sr-only">{shown === listed ? "Equal: " : "Different: "}</span>
                  {name}: {shown}
                  {shown === listed ? ", as in its list" : `, but its list says ${listed}`}
                </span>
              </li>
            ))}
            <li className="pt-1 text-muted">
              {wrong === 0
                ? `All ${check.data.length} figures equal their lists.`
                : `${wrong} of ${check.data.length} differ. A record may have changed meanwhile: compare again.`}
            </li>
          </ol>
        )}
      </div>
    </section>
  );
}
