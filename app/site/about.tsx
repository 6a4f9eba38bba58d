import { links, site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { advisoryGroup, type Person, story, team } from "#content/team.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { organization, pageMeta } from "./page-meta.ts";
import { PageHead, Section } from "./sections/section.tsx";

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

function People({ people }: { people: readonly Person[] }) {
  return (
    <ul>
      {people.map(({ name, role, note }) => (
        <li
          key={name}
          className="grid items-baseline gap-x-gap gap-y-1 border-t border-line py-5 first:border-ink sm:grid-cols-[5fr_4fr] lg:grid-cols-[5fr_3fr_4fr]"
        >
          <h3 className="serif text-[clamp(1.5rem,1.2rem+1.4vw,2.25rem)] leading-[1.1] tracking-[-0.018em]">{name}</h3>
          <p className="font-[540]">{role}</p>
          <p className="text-small text-muted sm:max-lg:col-span-2">{note}</p>
        </li>
      ))}
    </ul>
  );
}

export default function About() {
  return (
    <>
      <PageHead className="pb-section">
        <h1 className="serif max-w-[16ch] text-display">We stand where the stream turns</h1>
        <p className="mt-6 max-w-136 text-lead">
          A guide vane does no work of its own. It sets the angle at which everything else arrives. That has been our
          job since {site.since}.
        </p>

        <h2 className="sr-only">The company since {site.since}</h2>
        <ol className="mt-[clamp(3.5rem,7vw,7rem)]">
          {story.map(({ year, title, text }) => (
            <li key={year} className="grid grid-cols-[4.5rem_1fr] sm:grid-cols-[3fr_9fr] lg:gap-x-gap">
              <p className="serif relative border-r border-ink pr-5 text-right text-[clamp(1.25rem,0.8rem+2vw,2.5rem)] leading-none after:absolute after:top-[0.3em] after:-right-[5px] after:size-[9px] after:rounded-full after:bg-ink sm:pr-8">
                {year}
              </p>
              <div className="pb-14 pl-5 sm:pl-8 lg:pt-1 xl:pt-2">
                <h3 className="serif text-sub">{title}</h3>
                <p className="mt-2 max-w-144 text-muted">{text}</p>
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
        <People people={team} />
        <p className="mt-8 flex flex-wrap justify-between gap-x-gap gap-y-3 text-small text-muted">
          <span>Names and biographies are sample content. Portraits follow when there are real ones.</span>
          <TextLink href={links.sourceProfile} className="text-ink">
            What we publish as source code
          </TextLink>
        </p>
      </Section>

      <Section>
        <div className="grid gap-x-gap gap-y-8 lg:grid-cols-[3fr_9fr]">
          <div>
            <h2 className="serif text-title">Advisory group</h2>
            <p className="mt-3 text-muted">Four people we ask before we are sure. They are paid to disagree.</p>
          </div>
          <People people={advisoryGroup} />
        </div>
        <p className="mt-14 flex flex-wrap items-center justify-between gap-x-gap gap-y-6 border-t border-line pt-10">
          <span className="serif text-sub">The quickest way to know us is to spend two hours in a room.</span>
          <ButtonLink variant="accent" href={contactLink("Workshop Inquiry")}>
            Ask about a workshop
          </ButtonLink>
        </p>
      </Section>
    </>
  );
}
