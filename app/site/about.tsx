import type { ReactNode } from "react";
import { links, site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { advisoryGroup, type Person, story, team } from "#content/team.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { Portrait } from "./art/portrait.tsx";
import { organization, pageMeta } from "./page-meta.ts";
import { HeadRow, PageHead, Section } from "./sections/section.tsx";

export const meta = () =>
  pageMeta({
    title: "About",
    description: `Guidevane has advised leadership teams since ${site.since}: five people, an advisory group, and a habit of saying no early.`,
    path: "/about",
    jsonLd: [{ "@type": "AboutPage", name: "About", about: organization }],
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "About", path: "/about" },
    ],
  });

function People({ people, last }: { people: readonly Person[]; last?: ReactNode }) {
  return (
    <ul className="grid gap-x-gap md:grid-cols-2">
      {people.map(({ name, role, note, portrait }) => (
        <li
          key={name}
          className="grid grid-cols-[6.5rem_1fr] items-start gap-x-5 border-t border-line py-7 sm:grid-cols-[8.5rem_1fr]"
        >
          <Portrait look={portrait} className="w-full rounded-br-turn-btn bg-nil dark:bg-surface" />
          <div>
            <h3 className="serif text-sub">{name}</h3>
            <p className="mt-0.5 font-[540]">{role}</p>
            <p className="mt-2 text-small text-muted">{note}</p>
          </div>
        </li>
      ))}
      {last && <li className="border-t border-line py-7">{last}</li>}
    </ul>
  );
}

const colophon = [
  ["Company", `${site.legalName}, ${site.street}, ${site.city}, ${site.region}`],
  [
    "Drawings",
    "Every line is a stream computed around the body it passes. The portraits are drawn the same way, until there are photographs.",
  ],
  ["Type", "Hedvig Letters Serif, Schibsted Grotesk and, for Hebrew, Frank Ruhl Libre."],
  ["Names", "People, clients, quotes and figures are sample content, to be replaced by real ones."],
] as const;

export default function About() {
  return (
    <>
      <PageHead className="pb-section">
        <h1 className="serif max-w-[9.6em] text-display">We stand where the stream turns</h1>
        <p className="mt-6 max-w-136 text-lead">
          A guide vane does no work of its own. It sets the angle at which everything else arrives. That has been our
          job since {site.since}.
        </p>

        <h2 className="sr-only">The company since {site.since}</h2>
        <ol className="mt-[clamp(3.5rem,7vw,7rem)]">
          {story.map(({ year, title, text, made }) => (
            <li key={year} className="grid grid-cols-[4.5rem_1fr] sm:grid-cols-[3fr_9fr] lg:gap-x-gap">
              <p className="serif relative border-r border-ink pr-5 text-right text-[clamp(1.25rem,0.8rem+2vw,2.5rem)] leading-none after:absolute after:top-[0.3em] after:-right-[5px] after:size-[9px] after:rounded-full after:bg-ink sm:pr-8">
                {year}
              </p>
              <div className="grid gap-x-[calc(var(--spacing-gap)*2)] gap-y-5 pb-14 pl-5 sm:pl-8 lg:grid-cols-[3fr_2fr] lg:pt-1 xl:pt-2">
                <div>
                  <h3 className="serif text-sub">{title}</h3>
                  <p className="mt-2 max-w-144 text-muted">{text}</p>
                </div>
                <p className="border-t border-line pt-3 text-small text-muted lg:mt-2 lg:self-start">
                  <b className="serif block text-[clamp(1.75rem,1.2rem+1.6vw,2.75rem)] leading-none tracking-[-0.025em] text-ink">
                    {made.figure}
                  </b>
                  <span className="mt-2 block">{made.what}</span>
                </p>
              </div>
            </li>
          ))}
          <li aria-hidden="true" className="grid grid-cols-[4.5rem_1fr] sm:grid-cols-[3fr_9fr] lg:gap-x-gap">
            <span className="h-10 border-r border-ink [mask:linear-gradient(#000,transparent)]" />
          </li>
        </ol>
      </PageHead>

      <Section field="nil">
        <h2 className="serif mb-8 text-title">Team</h2>
        <People people={team} last={<TextLink href={links.sourceProfile}>What we publish as source code</TextLink>} />
      </Section>

      <Section>
        <HeadRow>
          <h2 className="serif text-title">Advisory group</h2>
          <p>Four people we ask before we are sure. They are paid to disagree.</p>
        </HeadRow>
        <People people={advisoryGroup} />
        <p className="mt-14 flex flex-wrap items-center justify-between gap-x-gap gap-y-6 border-t border-line pt-10">
          <span className="serif text-sub">The quickest way to know us is to spend two hours in a room.</span>
          <ButtonLink variant="accent" href={contactLink("Workshop Inquiry")}>
            Ask about a workshop
          </ButtonLink>
        </p>
      </Section>

      <Section field="sunken" id="colophon">
        <h2 className="mb-5 text-head">Colophon</h2>
        <dl className="text-small">
          {colophon.map(([term, text]) => (
            <div key={term} className="grid gap-x-gap gap-y-1 border-t border-line py-3.5 sm:grid-cols-[3fr_9fr]">
              <dt className="font-[650]">{term}</dt>
              <dd className="max-w-160 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}
