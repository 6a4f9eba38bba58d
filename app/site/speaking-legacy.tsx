// The former speaking page, kept for old links: three presentations, a place for the reel and for organizers' logos.
import { type Presentation, presentations } from "#content/offers.ts";
import { contactLink } from "#content/subjects.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Cascade } from "./art/drawings.tsx";
import { cardPath, pageMeta } from "./page-meta.ts";
import { HeadRow, PageHead, Section } from "./sections/section.tsx";
import { SpecList } from "./sections/spec-list.tsx";
import { Ticks } from "./sections/ticks.tsx";

export const meta = () =>
  pageMeta({
    title: "Strategic speaking",
    description:
      "The former speaking page: three presentations of 30 to 75 minutes for conferences, boards and leadership offsites.",
    path: "/speaking-legacy",
    index: false,
    card: cardPath("/education"),
  });

function Sheet({ talk }: { talk: Presentation }) {
  return (
    // Subgrid: headings of one and of two lines leave the rows below them level.
    <article className="grid content-start border-t border-ink pt-6 lg:row-span-5 lg:grid-rows-subgrid">
      <div>
        <p className="text-small text-muted">{talk.format}</p>
        <h2 className="serif mt-1 text-title">{talk.title}</h2>
      </div>
      <p className="mt-3 text-muted">{talk.description}</p>
      <SpecList
        className="my-6"
        facts={[
          ["Length", talk.duration],
          ["For", talk.audience],
        ]}
      />
      <div className="mb-8 text-small">
        <Ticks items={talk.keyPoints} />
      </div>
      <p>
        <ButtonLink variant="line" href={contactLink(talk.subject, talk.slug)}>
          {talk.cta}
        </ButtonLink>
      </p>
    </article>
  );
}

export default function SpeakingLegacy() {
  return (
    <>
      <PageHead className="pb-section">
        <HeadRow wide>
          <h1 className="serif max-w-[8.4em] text-display">One argument, built for your room</h1>
          <p className="text-lead">
            Three talks, each rehearsed with your organizer. No vendor slides, and time for the hard questions.
          </p>
        </HeadRow>
        <div className="grid gap-x-gap gap-y-14 lg:grid-cols-3 lg:gap-y-0">
          {presentations.map((talk) => (
            <Sheet key={talk.slug} talk={talk} />
          ))}
        </div>
      </PageHead>
      <Section continues className="grid items-end gap-x-gap gap-y-10 lg:grid-cols-[8fr_4fr]">
        <figure>
          <div data-field="nil" className="turned relative flex aspect-video items-end p-[clamp(1.25rem,2.4vw,2rem)]">
            <Cascade
              width={960}
              height={540}
              turn={30}
              gap={22}
              thickness={16}
              hot={0.42}
              className="absolute inset-0 size-full"
            />
            <span className="relative flex">
              <StatusBadge status="Coming Soon">Coming soon</StatusBadge>
            </span>
          </div>
          <figcaption className="mt-3 text-small text-muted">The speaking reel is being edited.</figcaption>
        </figure>
        <div>
          <h2 className="text-head">Organizers</h2>
          <ul className="mt-4 grid grid-cols-4 gap-3">
            {["A", "B", "C", "D", "E", "F", "G", "H"].map((slot) => (
              <li key={slot} className="aspect-square border border-dashed border-control" />
            ))}
          </ul>
          <p className="mt-3 text-small text-muted">Logos appear here once the organizers have agreed.</p>
          <p className="mt-8">
            <ButtonLink variant="accent" href={contactLink("Speaking Engagement")} className="lg:max-xl:px-4">
              Book a speaking engagement
            </ButtonLink>
          </p>
        </div>
      </Section>
    </>
  );
}
