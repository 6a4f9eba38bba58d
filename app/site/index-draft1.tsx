// The alternate home page: the same sections, a paper hero with the headline across the page and the ring cut off below it.
import { site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { Nameplate } from "../ui/nameplate.tsx";
import { HeadlineWord } from "./islands/hero.island.tsx";
import { Island } from "./islands/island.tsx";
import type { PageHandle } from "./page-handle.ts";
import { cardPath, pageMeta } from "./page-meta.ts";
import {
  AdvisoryIndex,
  ClientBand,
  DevelopmentBand,
  ManifestoBand,
  OfferPlates,
  QuoteBand,
  TestimonialBand,
  TrustedStrip,
} from "./sections/home-sections.tsx";
import { RingInstrument } from "./sections/ring-instrument.tsx";

export const handle: PageHandle = { closing: "full" };

export const meta = () =>
  pageMeta({
    title: "Strategic AI advisory, alternate home",
    description:
      "The alternate home page of Guidevane: strategic AI advisory for leadership teams, with the AI 101 article as the way in.",
    path: "/",
    card: cardPath("/"),
    index: false,
  });

export default function IndexDraft() {
  return (
    <>
      <section data-field="paper" className="relative overflow-hidden pt-16 xl:pt-19">
        <div className="wrap-page relative z-2 pt-10">
          <Nameplate>{site.tagline}</Nameplate>
          <h1 className="serif mt-6 text-mega lg:text-[clamp(6rem,2rem+9.5vw,11rem)]">
            AI{" "}
            <span className="lg:[&_[data-headline-word]]:inline">
              <Island when="idle">
                <HeadlineWord />
              </Island>
            </span>
          </h1>
          <div className="mt-8 grid gap-x-gap gap-y-6 lg:columns-page lg:items-end">
            <p className="max-w-116 text-lead lg:col-span-6 lg:text-pretty">
              Guidevane works with the people who sign off. We teach leadership teams what the models can do, decide
              with them where it pays, and build the parts worth building.
            </p>
            <div className="flex flex-wrap items-center gap-x-7 gap-y-4 lg:col-span-6 lg:justify-end">
              <ButtonLink variant="accent" href={contactLink("AI Consult")}>
                Book AI Consult
              </ButtonLink>
              <TextLink href="/articles/ai-101">Read AI 101</TextLink>
            </div>
          </div>
        </div>
        {/* Cut off at half height: the upper half of the ring is the horizon of the page. */}
        <div className="relative mx-auto mt-4 aspect-[100/56] min-h-0 max-w-360 px-gutter">
          <RingInstrument
            horizon
            flowClass="[mask-image:linear-gradient(180deg,transparent_36%,rgb(0_0_0/0.5)_42%,#000_45%)]"
          />
        </div>
        <TrustedStrip />
      </section>
      <ClientBand field="paper" />
      <ManifestoBand />
      <AdvisoryIndex />
      <OfferPlates />
      <DevelopmentBand />
      <TestimonialBand />
      <QuoteBand />
    </>
  );
}
