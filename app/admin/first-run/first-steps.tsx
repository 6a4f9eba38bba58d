// One page that leads from an empty installation to a firm that works. Each step saves by itself, can be put aside, and is the same
// form as in Settings.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { firstStepsQuery, type StepName, type StepState, useSkipStep } from "#app/lib/firm.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { type Status, StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { progressClass } from "#app/ui/progress.ts";
import { SampleFirmControls } from "../settings/sample/sample-firm.tsx";
import { BankForm, FirmDetails, SenderForm } from "../settings/firm/firm.tsx";
import { MailForm } from "../settings/mail/mail.tsx";
import { FailedPanel } from "../settings/office/failed-panel.tsx";
import { Holidays } from "../settings/office/holidays.tsx";
import { OfficeHours } from "../settings/office/office-hours.tsx";
import { Publishing } from "../settings/publishing.tsx";
import { AddColleagueSteps } from "../settings/team/colleagues.tsx";
import { ProfileForm } from "../settings/you/profile.tsx";
import { ChooseModules } from "./choose-modules.tsx";
import { firstSteps, type Step } from "./steps.ts";

const bodies: Record<StepName, () => ReactNode> = {
  you: () => <ProfileForm />,
  firm: () => (
    <div className="grid max-w-160 gap-6">
      <FirmDetails />
      <Part title="Bank details">
        <BankForm />
      </Part>
      <Part title="Sender and signature">
        <SenderForm />
      </Part>
    </div>
  ),
  office: () => (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <OfficeHours />
      <Holidays />
    </div>
  ),
  modules: () => <ChooseModules />,
  mail: () => (
    <div className="max-w-160">
      <MailForm />
    </div>
  ),
  publishing: () => <Publishing />,
  // oxlint-disable-next-line guidevane/no-module-names -- the name of the step, older than the module
  team: () => <AddColleagueSteps />,
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid gap-3 border-t border-line pt-5">
    <h3 className="text-small font-[640]">{title}</h3>
    {children}
  </div>
);

export function FirstSteps() {
  // What is set in another form, or by a colleague, counts within seconds.
  const steps = useQuery({ ...firstStepsQuery, refetchInterval: 2000 });
  const [chosen, setChosen] = useState<StepName | "sample" | null | undefined>(undefined);
  if (steps.isPending) return <LoadingRows rows={7} />;
  if (steps.isError) return <FailedPanel what="the first steps" query={steps} />;
  const states = steps.data.steps;
  const done = Object.values(states).filter((state) => state === "done").length;
  const next = firstSteps.find(({ name }) => states[name] === "open")?.name ?? null;
  // The next one is open until a person opens another.
  const open = chosen === undefined ? next : chosen;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="flex flex-wrap items-center gap-3 text-muted">
        <progress aria-label="Steps done" className={`${progressClass} w-40`} value={done} max={firstSteps.length} />
        {done} of {firstSteps.length} done. Everything is saved as you go and can be changed in Settings.
      </p>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {firstSteps.map((step) => (
          <StepPanel
            key={step.name}
            step={step}
            state={states[step.name]}
            isOpen={open === step.name}
            // Another form of the step may still be in use when the first is saved.
            onUse={() => step.hasMoreForms && setChosen(step.name)}
            onToggle={() => setChosen(open === step.name ? null : step.name)}
            onNext={() => setChosen(undefined)}
          />
        ))}
      </ol>
      <section aria-label="Sample firm" className={`${panelClass} p-4`}>
        <h2 className="mb-2 font-semibold">Or look around first</h2>
        <SampleFirmControls />
      </section>
    </div>
  );
}

const badges: Record<StepState, [Status, string]> = {
  done: ["Live", "Done"],
  skipped: ["Draft", "Put aside"],
  open: ["Coming Soon", "To do"],
};

function StepPanel({
  step: { name, title, about, icon, doneWhen },
  state,
  isOpen,
  onUse,
  onToggle,
  onNext,
}: {
  step: Step;
  state: StepState;
  isOpen: boolean;
  /** Something in it has the focus. */
  onUse: () => void;
  onToggle: () => void;
  onNext: () => void;
}) {
  const id = useId();
  const skip = useSkipStep();
  const [status, word] = badges[state];
  const head = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  // The step before it closed, with the button that was pressed: the place on the page and the focus would be lost.
  useEffect(() => {
    if (isOpen && !wasOpen.current) {
      if (document.activeElement === document.body) head.current?.focus({ preventScroll: true });
      head.current?.scrollIntoView({ block: "nearest" });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <li className={panelClass}>
      <h2>
        <button
          ref={head}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="grid min-h-14 w-full cursor-pointer grid-cols-[1.25rem_minmax(0,1fr)_auto_auto] items-center gap-3.5 px-4 py-2.5 text-left -outline-offset-2 hover:bg-sunken"
        >
          <Icon name={icon} className="size-4.5 text-muted" />
          <span className="min-w-0">
            <span className="block font-semibold">{title}</span>
            <span className="block text-caption font-normal text-muted">{about}</span>
          </span>
          <StatusBadge status={status}>{word}</StatusBadge>
          <Icon name="chevron" className={classNames("size-4 text-muted", isOpen && "rotate-180")} />
        </button>
      </h2>
      {isOpen && (
        <div id={id} onFocus={onUse} className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line p-4">
          {bodies[name]()}
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
            {state === "open" ? (
              <Button
                variant="line"
                size="compact"
                disabled={skip.isPending}
                onClick={() => skip.mutate({ step: name, skip: true }, { onSuccess: onNext })}
              >
                Skip this step
              </Button>
            ) : (
              <Button variant="line" size="compact" onClick={onNext}>
                Next step
              </Button>
            )}
            {state !== "done" && doneWhen && <span className="text-caption text-muted">{doneWhen}</span>}
          </p>
        </div>
      )}
    </li>
  );
}
