// The former workshops page, kept for old links. Its content lives on the education page.
import { advisoryProcess, workshops } from "#content/offers.ts";
import { contactLink } from "#content/subjects.ts";
import { testimonials } from "#content/testimonials.ts";
import { ButtonLink } from "../ui/button.tsx";
import { cardPath, pageMeta } from "./page-meta.ts";
import { OneQuote } from "./sections/one-quote.tsx";
import { Program } from "./sections/program.tsx";
import { HeadRow, PageHead, Section } from "./sections/section.tsx";
import { Steps } from "./sections/steps.tsx";

export const meta = () =>
  pageMeta({
    title: "Executive workshops",
    description:
      "The former workshops page: three programs for leadership teams, how we work with you, and what a sponsor said.",
    path: "/workshops-legacy",
    index: false,
    card: cardPath("/education"),
  });

export default function WorkshopsLegacy() {
  return (
    <>
      <PageHead className="pb-[calc(var(--spacing-section)/2)]">
        <HeadRow wide>
          <h1 className="serif text-display">Executive workshops</h1>
          <p className="text-lead">Three programs, small groups, your own documents on the table.</p>
        </HeadRow>
        <h2 className="sr-only">Programs</h2>
        {workshops.map((offer) => (
          <Program key={offer.slug} offer={offer} />
        ))}
      </PageHead>
      <Section field="nil">
        <HeadRow>
          <h2 className="serif text-title">The advisory process</h2>
        </HeadRow>
        <Steps steps={advisoryProcess} />
      </Section>
      <Section label="Testimonial">
        <OneQuote source="After the operations review" testimonial={testimonials[0]} />
        <p className="mt-14 border-t border-line pt-10">
          <ButtonLink variant="accent" href={contactLink("Workshop Inquiry")}>
            Ask about a workshop
          </ButtonLink>
        </p>
      </Section>
    </>
  );
}
