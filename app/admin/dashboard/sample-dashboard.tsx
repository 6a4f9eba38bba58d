// Sample figures until deals and tasks are kept here; the quick actions are real.
import { useState } from "react";
import { Link } from "react-router";
import {
  dealsPage,
  figures,
  recentDeals,
  type SampleDeal,
  type SampleTask,
  stages,
  tasksPage,
  upcomingTasks,
} from "#content/dashboard-sample.ts";
import { ModuleTiles } from "#app/admin/module-tiles.tsx";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { PageTitle } from "#app/admin/shell/page-title.tsx";
import { formatDay, formatDollars } from "#app/lib/formats.ts";
import { Chip } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { AskForName } from "#app/admin/settings/own-name.tsx";
import { currentTime } from "#domain/clock.ts";
import { NextSteps, useOpenSteps } from "../first-run/next-steps.tsx";
import { Greeting } from "./greeting.tsx";
import { QuickActions } from "./quick-actions.tsx";

export function SampleDashboard() {
  const [now] = useState(currentTime);
  const openSteps = useOpenSteps();
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Greeting />
          <p className="mt-0.5 flex items-center gap-2 text-muted">
            {formatDay(now)}
            <Chip tone="dev">Sample data</Chip>
          </p>
        </div>
        <QuickActions />
      </div>
      <NextSteps whole={false} />
      {!openSteps && <AskForName />}
      <dl className={`${panelClass} grid grid-cols-2 lg:grid-cols-[1.35fr_1fr_1fr_1.2fr]`}>
        {figures.map(({ name, value, note }) => (
          <div
            key={name}
            className="flex flex-wrap items-baseline gap-x-1.5 border-line px-5 pt-4 pb-4.5 even:border-l max-lg:nth-[n+3]:border-t lg:not-first:border-l"
          >
            <dt className="basis-full text-caption text-muted">{name}</dt>
            <dd className="serif mt-1 text-[2.25rem] leading-[1.1] tracking-[-0.03em] max-sm:text-[1.75rem]">
              {value}
            </dd>
            {/* A separate element, or a screen reader and the clipboard run the two numbers together. */}
            {note && <dd className="text-caption text-muted">{note}</dd>}
          </div>
        ))}
      </dl>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <Panel title="Recent deals" all="All deals" to={dealsPage}>
          <Deals rows={recentDeals} />
        </Panel>
        <Panel title="Upcoming tasks" all="All tasks" to={tasksPage}>
          <Tasks rows={upcomingTasks} />
        </Panel>
      </div>
      <ModuleTiles />
    </>
  );
}

function Panel({ title, all, to, children }: { title: string; all: string; to: string; children: React.ReactNode }) {
  return (
    <section className={panelClass}>
      <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">{title}</h2>
        <Link to={to} className={buttonClass({ variant: "line", size: "compact" })}>
          {all}
        </Link>
      </header>
      {children}
    </section>
  );
}

function Deals({ rows }: { rows: readonly SampleDeal[] }) {
  const head = "border-b border-line px-4 py-2 text-left font-[560] text-muted";
  const cell = "h-11 border-b border-line px-4 group-last:border-b-0 max-sm:h-auto max-sm:border-0 max-sm:p-0";
  return (
    <table aria-label="Recent deals" className="w-full border-separate border-spacing-0 text-caption max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className={head}>
            Name
          </th>
          <th scope="col" className={`${head} text-right!`}>
            Value
          </th>
          <th scope="col" className={head}>
            Stage
          </th>
          <th scope="col" className={head}>
            Module
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ name, value, stage, module }) => (
          <tr
            key={name}
            className="group max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-3 max-sm:last:border-0"
          >
            <td className={`${cell} text-ui font-semibold`}>{name}</td>
            <td className={`${cell} text-right`}>{formatDollars(value)}</td>
            <td className={cell}>
              <span className="inline-flex items-center gap-2">
                <i aria-hidden="true" className="inline-flex gap-0.5">
                  {stages.map((step, index) => (
                    <b key={step} className={`h-1.5 w-3.5 ${index <= stages.indexOf(stage) ? "bg-ink" : "bg-line"}`} />
                  ))}
                </i>
                {stage}
              </span>
            </td>
            <td className={`${cell} max-sm:justify-self-end`}>
              <Chip>{module}</Chip>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const tones = { high: "danger", medium: "dev", low: "plain" } as const;

function Tasks({ rows }: { rows: readonly SampleTask[] }) {
  return (
    <ul>
      {rows.map(({ title, due, priority }) => (
        <li
          key={title}
          className="grid grid-cols-[1fr_auto] items-start gap-2.5 border-b border-line px-4 py-2.75 last:border-0"
        >
          <p>
            {title}
            <small className="block text-caption text-muted">{due}</small>
          </p>
          <Chip tone={tones[priority]}>{priority.charAt(0).toUpperCase() + priority.slice(1)}</Chip>
        </li>
      ))}
    </ul>
  );
}
