import { bookPrice, investment, paymentsInWords } from "#content/bookdev.ts";
import { dollarRange } from "#content/dollars.ts";
import { contactLink } from "#content/subjects.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Cycle } from "./art/cycle.tsx";
import type { PageHandle } from "./page-handle.ts";
import { pageMeta } from "./page-meta.ts";
import { BackLink } from "./sections/back-link.tsx";
import { PageHead, Section } from "./sections/section.tsx";

const path = "/bookdev";
const session = contactLink("BookDev Strategy Session");

export const handle: PageHandle = { field: "sunken" };
export const meta = () =>
  pageMeta({
    title: "BookDev: a book, developed with its author",
    description:
      "BookDev takes an author from definition to edited manuscript: 40% initial AI development, 60% writing and editing.",
    path,
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Tools", path: "/tools" },
      { name: "BookDev", path },
    ],
  });

const cycle = [
  { title: "Define", text: "One sentence on what the reader will do differently. Everything else answers to it." },
  { title: "Plan", text: "Chapters, evidence and interviews, with a word count beside each." },
  { title: "Write", text: "You talk, we record and draft. Models sort the material; people write the sentences." },
  { title: "Edit", text: "Two editors, one for the argument and one for the prose, in that order." },
  { title: "Iterate", text: "Five readers who owe you nothing. Then around again, with less to change each time." },
];

const process = [
  {
    title: "You bring what you know",
    text: "Talks, notes, transcripts, the argument you keep having. Most authors have the book already, in the wrong order.",
  },
  {
    title: "We build the book’s memory",
    text: "Everything is read, indexed and questioned. When chapter nine contradicts chapter two, we know on the same day.",
  },
  {
    title: "You keep the pen",
    text: "No sentence goes to print that you have not read aloud. The voice is yours, and so are the rights.",
  },
];

const deliverables = [
  { name: "Definition and reader", pages: "4 pages" },
  { name: "Chapter plan with evidence", pages: "20 pages" },
  { name: "Indexed source archive", pages: "yours to keep" },
  { name: "First manuscript", pages: "week 16" },
  { name: "Edited manuscript", pages: "week 28" },
  { name: "Proposal and sample for publishers", pages: "30 pages" },
  { name: "Notes on every claim checked", pages: "with sources" },
];

const split = [
  {
    share: "40%",
    title: "Initial AI development",
    text: "Reading, indexing, questioning, structure",
    bar: "bar-hatched border-r-0",
  },
  {
    share: "60%",
    title: "Writing and editing",
    text: "People, sentences and time",
    bar: "bar-solid rounded-br-turn",
  },
];

/** 40 and 60 percent of one bar, drawn to scale. */
function SplitBar() {
  return (
    <dl className="grid grid-cols-[40fr_60fr] grid-rows-[auto_auto_auto]">
      {split.map(({ share, title, text, bar }) => (
        <div key={title} className="row-span-3 grid grid-rows-subgrid">
          <dt className="row-start-3 pt-4 pr-4">
            <b className="block font-semibold">{title}</b>
            <span className="mt-0.5 block max-w-80 text-small text-muted">{text}</span>
          </dt>
          <dd
            className={classNames(
              "row-start-1 row-end-3 grid grid-rows-subgrid",
              "serif text-[clamp(2.5rem,1.2rem+5vw,5.5rem)] leading-none tracking-[-0.03em]",
            )}
          >
            {share}
            <span aria-hidden="true" className={classNames("mt-4 block h-[clamp(4rem,9vw,8rem)]", bar)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function CycleRing() {
  return (
    <div className="relative mx-auto aspect-square w-full max-w-136 break-inside-avoid">
      <Cycle className="absolute inset-0 size-full" />
      <p
        aria-hidden="true"
        className="serif absolute inset-[35%] grid place-content-center text-center text-[clamp(1.125rem,0.9rem+0.9vw,1.75rem)] leading-tight"
      >
        One book
      </p>
      <ol className="absolute inset-0">
        {cycle.map(({ title }, index) => (
          <li
            key={title}
            className="serif absolute -translate-1/2 bg-sunken px-1.5 text-[clamp(1.125rem,0.9rem+0.9vw,1.5rem)] leading-tight"
            style={{
              left: `calc(50% + 45% * sin(${index * 72}deg))`,
              top: `calc(50% - 45% * cos(${index * 72}deg))`,
            }}
          >
            {title}
          </li>
        ))}
      </ol>
    </div>
  );
}

export default function BookDev() {
  return (
    <>
      <PageHead field="sunken" className="pb-section">
        <BackLink href="/tools">All tools</BackLink>
        <div className="grid gap-x-gap gap-y-8 lg:columns-page">
          <div className="lg:col-span-9">
            <StatusBadge status="Live" />
            <h1 className="serif mt-4.5 text-mega">BookDev</h1>
          </div>
          <p className="text-lead lg:col-span-6 lg:col-start-1">
            For people who have a book in them and a calendar against them. We develop it with you, from one sentence to
            an edited manuscript, in about seven months.
          </p>
          <p className="lg:col-span-4 lg:col-start-9 lg:self-end lg:justify-self-end">
            <ButtonLink variant="accent" href={session}>
              Book a strategy session
            </ButtonLink>
          </p>
        </div>
        <h2 className="mt-section mb-6 text-head">Where the effort goes</h2>
        <SplitBar />
      </PageHead>

      <Section>
        <div className="grid gap-x-gap gap-y-10 lg:columns-page">
          <h2 className="serif text-title lg:col-span-4">How it works</h2>
          <ul className="lg:col-span-7 lg:col-start-6">
            {process.map(({ title, text }) => (
              <li key={title} className="border-t border-ink py-6 pb-9 first:border-t">
                <h3 className="serif text-sub">{title}</h3>
                <p className="mt-2 max-w-144 text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </Section>

      <Section field="sunken">
        <div className="grid items-center gap-x-[calc(var(--spacing-gap)*2)] gap-y-12 lg:grid-cols-2">
          <CycleRing />
          <div>
            <h2 className="serif text-title">Five steps, and then again</h2>
            <dl className="mt-8 border-b border-line">
              {cycle.map(({ title, text }) => (
                <div key={title} className="grid gap-x-6 gap-y-1 border-t border-line py-4 sm:grid-cols-[6rem_1fr]">
                  <dt className="font-[650]">{title}</dt>
                  <dd className="text-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
      </Section>

      <Section>
        <div className="grid gap-x-[calc(var(--spacing-gap)*2)] gap-y-section lg:grid-cols-[7fr_5fr]">
          <div>
            <h2 className="serif text-title">What you receive</h2>
            <ul className="mt-8 text-lead">
              {deliverables.map(({ name, pages }) => (
                <li key={name} className="flex items-baseline gap-3 py-2">
                  <span>{name}</span>
                  <span aria-hidden="true" className="grow border-b-2 border-dotted border-control" />
                  <span className="shrink-0 text-small text-muted">{pages}</span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h2 className="serif text-title">Investment</h2>
            <p className="mt-3 mb-6 text-muted">
              Most books cost {dollarRange(bookPrice)}. Yours has one fixed price, named at the end of Define and paid
              in {paymentsInWords} parts, each after something you have accepted. Stop after any of them and keep what
              was made.
            </p>
            <table className="w-full text-small">
              <thead className="sr-only">
                <tr>
                  <th scope="col">Step</th>
                  <th scope="col">Share of the price</th>
                  <th scope="col">Due</th>
                </tr>
              </thead>
              <tbody>
                {investment.map(({ step, share, at }) => (
                  <tr key={step} className="border-t border-line">
                    <th scope="row" className="py-3 pr-4 text-left align-top font-semibold">
                      {step}
                    </th>
                    <td className="py-3 pr-4 text-right align-top">{share}%</td>
                    <td className="py-3 text-muted">{at}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </Section>

      <Section field="nil" className="flex flex-wrap items-end justify-between gap-x-gap gap-y-8">
        <div>
          <h2 className="serif text-title">Bring one page, or one hour of talking</h2>
          <p className="mt-4 max-w-136 text-muted">
            At the end of the session you have the sentence your book has to earn, whether or not you write it with us.
          </p>
        </div>
        <ButtonLink variant="accent" href={session}>
          Book a strategy session
        </ButtonLink>
      </Section>
    </>
  );
}
