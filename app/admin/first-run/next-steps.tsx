// On the dashboard until the firm is set up or someone hides it: what comes next, in the order in which it helps.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { firstStepsQuery, useSkipStep } from "#app/lib/firm.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { firstSteps } from "./steps.ts";

/** Null while unknown, and where someone hid them. */
export function useFirstSteps() {
  const { data } = useQuery({
    ...firstStepsQuery,
    enabled: runtimeSettings.serverHasDatabase && may("settings", "edit"),
  });
  if (!data || data.hidden) return null;
  return { open: firstSteps.filter(({ name }) => data.steps[name] === "open"), states: data.steps };
}

/** Null also where there is nothing more to do. */
export function useOpenSteps() {
  const steps = useFirstSteps();
  return steps?.open.length ? steps : null;
}

/** `whole`: in place of figures that would all be zero. Otherwise one line. */
export function NextSteps({ whole }: { whole: boolean }) {
  const steps = useOpenSteps();
  const hide = useSkipStep();
  if (!steps) return null;
  const { open, states } = steps;
  return (
    <section aria-label="First steps" className={classNames(panelClass, "print:hidden")}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 grow basis-56">
          <h2 className="text-small font-[640]">First steps</h2>
          <p className="text-caption text-muted">
            {Object.values(states).filter((state) => state === "done").length} of {firstSteps.length} done. Next:{" "}
            {open[0]?.title.toLowerCase()}.
          </p>
        </div>
        <Button
          variant="line"
          size="compact"
          disabled={hide.isPending}
          onClick={() => hide.mutate({ step: "all", skip: true })}
        >
          Not now
        </Button>
        <Link to="/admin/first-run" className={buttonClass({ size: "compact" })}>
          Set up your firm
        </Link>
      </header>
      {whole && (
        <ol className="border-t border-line">
          {firstSteps.map(({ name, title, about, icon }) => (
            <li key={name} className="border-b border-line last:border-0">
              <Link
                to="/admin/first-run"
                className="flex min-h-12 items-center gap-3.5 px-4 py-2 -outline-offset-2 hover:bg-sunken"
              >
                <Icon name={states[name] === "done" ? "check" : icon} className="size-4.5 text-muted" />
                <span className="min-w-0 grow">
                  <span className={classNames("block font-semibold", states[name] !== "open" && "text-muted")}>
                    {title}
                  </span>
                  <span className="block text-caption text-muted">{about}</span>
                </span>
                <span className="text-caption text-muted">
                  {states[name] === "done" ? "Done" : states[name] === "skipped" ? "Put aside" : "To do"}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
