// Every mail and task of the next 14 days as it would happen if no one answered: by day, or by person.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { dayWords } from "../sequence.ts";
import { planDays, planQuery, type Planned } from "../sequences-data.ts";

type By = "day" | "person";

export function PlanPanel({ of }: { of: { sequence?: string; of_contact?: string } }) {
  const plan = useQuery(planQuery(of));
  const [by, setBy] = useState<By>("day");
  const groups = plan.data ? grouped(plan.data, by) : [];
  const mails = plan.data?.filter(({ kind }) => kind === "mail").length ?? 0;
  const tasks = (plan.data?.length ?? 0) - mails;
  return (
    <section aria-label="Plan of the next 14 days" className={`${panelClass} overflow-clip rounded-br-turn-dialog`}>
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 pr-2.5 pl-4">
        <div>
          <h2 className="text-small font-[640]">Next {planDays} days</h2>
          <p className="text-caption text-muted">
            {plan.data && `${countOf(mails, "mail")} and ${countOf(tasks, "task")}, if nobody answers.`} Times are those
            of each reader.
          </p>
        </div>
        <Segmented
          label="Grouped"
          choices={[
            { id: "day", name: "By day" },
            { id: "person", name: "By person" },
          ]}
          chosen={by}
          onChoose={setBy}
        />
      </header>
      {plan.isError && (
        <FailedRow what="the plan" why={messageOf(plan.error)} onRetry={() => void plan.refetch()}>
          Steps go on as planned; only this view is missing.
        </FailedRow>
      )}
      {plan.isPending && <LoadingRows rows={5} />}
      {plan.data?.length === 0 && (
        <p className="px-4 py-4 text-muted">
          Nothing is planned. A sequence that is on, with people in it, fills this by itself.
        </p>
      )}
      {groups.map(({ title, to, rows }) => (
        <section key={title} aria-label={title}>
          <h3 className="flex items-baseline gap-2 border-b border-line bg-sunken px-4 py-1.5 text-caption font-semibold">
            {to ? (
              <Link to={to} className="hover:underline">
                <bdi>{title}</bdi>
              </Link>
            ) : (
              title
            )}
            <span className="font-normal text-muted">{countOf(rows.length, "step")}</span>
          </h3>
          <ul>
            {rows.map((step) => (
              <PlannedRow key={`${step.enrolment_id} ${step.step_no}`} step={step} by={by} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function PlannedRow({ step, by }: { step: Planned; by: By }) {
  return (
    <li className="grid grid-cols-[4.5rem_1.25rem_minmax(0,1fr)] items-start gap-x-3 border-b border-line px-4 py-2">
      <time
        dateTime={step.at}
        title={`${formatMoment(step.at)}, planned by the clock of ${step.timezone}`}
        className="text-caption text-muted tabular-nums"
      >
        {by === "day" ? step.clock : `${dayWords(step.day).replace(/^\w+, /, "")}, ${step.clock}`}
      </time>
      <Icon name={step.kind} className="mt-0.5 size-4" />
      <p className="min-w-0">
        <b dir="auto" className="block text-left font-[560] wrap-anywhere">
          {step.title}
        </b>
        <span className="text-caption wrap-anywhere text-muted">
          <span className="sr-only">{step.kind === "mail" ? "Mail" : "Task"}, </span>
          {by === "day" && (
            <>
              <Link to={`/admin/crm/contacts/${step.contact_id}`} className="underline decoration-control">
                <bdi>{step.contact_name}</bdi>
              </Link>
              , <bdi>{step.account_name}</bdi>.{" "}
            </>
          )}
          <bdi>{step.sequence_name}</bdi>, step {step.step_no}
          {step.waits && ". What follows waits for it to be done"}
        </span>
      </p>
    </li>
  );
}

interface Group {
  title: string;
  to: string | null;
  rows: Planned[];
}

function grouped(plan: readonly Planned[], by: By): Group[] {
  const groups = new Map<string, Group>();
  for (const step of plan) {
    const key = by === "day" ? step.day : step.contact_id;
    const group = groups.get(key) ?? {
      title: by === "day" ? dayWords(step.day) : `${step.contact_name}, ${step.account_name}`,
      to: by === "day" ? null : `/admin/crm/contacts/${step.contact_id}`,
      rows: [],
    };
    group.rows.push(step);
    groups.set(key, group);
  }
  return [...groups.values()];
}
