import { dispatchCase } from "#content/case.ts";
import { advisoryProcess, presentations, workshops } from "#content/offers.ts";
import { site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { programTestimonial } from "#content/testimonials.ts";
import { training } from "#content/training.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { Strip } from "./art/drawings.tsx";
import { pageMeta } from "./page-meta.ts";
import { OneQuote } from "./sections/one-quote.tsx";
import { Program } from "./sections/program.tsx";
import { HeadRow, PageHead, Section } from "./sections/section.tsx";
import { Steps } from "./sections/steps.tsx";
import { TalkRuler } from "./sections/talk-ruler.tsx";

export const meta = () =>
  pageMeta({
    title: "Education: workshops and talks",
    description:
      "Three workshop programs for leadership teams and three talks of 30 to 75 minutes, with prices, taught on your own documents.",
    path: "/education",
    jsonLd: workshops.map((offer) => ({
      "@type": "Course",
      name: offer.title,
      description: offer.description,
      provider: { "@type": "Organization", name: site.name, url: `${site.url}/` },
    })),
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Education", path: "/education" },
    ],
  });

export default function Education() {
  return (
    <>
      <PageHead>
        <div className="grid gap-x-gap gap-y-4 lg:columns-page lg:items-end">
          <h1 className="serif text-display lg:col-span-8">Workshops and talks for people who decide</h1>
          <p className="text-lead lg:col-span-4">
            Small groups, your own documents, no vendor slides. Every program ends with a decision somebody in the room
            can defend.
          </p>
        </div>
        <Strip className="mt-[clamp(2.5rem,5vw,4.5rem)] h-[clamp(4.5rem,9vw,8rem)] w-full overflow-visible" />
      </PageHead>

      <Section id="programs" className="[&>article:last-child]:pb-0">
        <HeadRow>
          <h2 className="serif text-title">Programs</h2>
          <p>
            Drawn to scale, priced for the whole group. If one day is all there is,{" "}
            <TextLink href="/ai-at-work">AI at Work takes {training.length}</TextLink>.
          </p>
        </HeadRow>
        {workshops.map((offer) => (
          <Program key={offer.slug} offer={offer} />
        ))}
      </Section>

      <Section id="talks" field="nil">
        <HeadRow>
          <h2 className="serif text-title">Talks</h2>
          <p>Length in minutes, drawn to scale. The hatched part is there if questions need it. Fees include travel.</p>
        </HeadRow>
        <TalkRuler talks={presentations} />
      </Section>

      <Section>
        <HeadRow>
          <h2 className="serif text-title">How we work with you</h2>
          <p>Two steps before every program, and one after it.</p>
        </HeadRow>
        <Steps steps={advisoryProcess} />
        <p className="mt-12">
          <ButtonLink variant="accent" href={contactLink("Education Inquiry")}>
            Ask about a program or a talk
          </ButtonLink>
        </p>
      </Section>

      <Section field="sunken" label="Testimonial">
        <OneQuote source="From a program sponsor" testimonial={programTestimonial} />
        <div className="mt-12 lg:columns-page">
          <p className="lg:col-span-9 lg:col-start-4">
            <TextLink href={dispatchCase.path} arrow>
              A review told in full: {dispatchCase.title.toLowerCase()}
            </TextLink>
          </p>
        </div>
      </Section>
    </>
  );
}
