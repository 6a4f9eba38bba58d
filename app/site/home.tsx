import { site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { Nameplate } from "../ui/nameplate.tsx";
import { HeadlineWord } from "./islands/hero.island.tsx";
import { Island } from "./islands/island.tsx";
import type { PageHandle } from "./page-handle.ts";
import { organization, pageMeta } from "./page-meta.ts";
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

export const handle: PageHandle = { field: "nil", closing: "full" };

export const meta = () =>
  pageMeta({
    title: "Guidevane: strategic AI advisory",
    exactTitle: true,
    description: site.description,
    path: "/",
    jsonLd: [organization, { "@type": "WebSite", name: site.name, url: `${site.url}/` }],
  });

// The stream fades out before it reaches the words: leftwards on wide screens, upwards on narrow ones.
const heroMask =
  "lg:[mask-image:linear-gradient(90deg,rgb(0_0_0/0.08)_24%,rgb(0_0_0/0.25)_33%,#000_42%)] " +
  "max-lg:[mask-image:linear-gradient(180deg,transparent_38%,rgb(0_0_0/0.35)_41%,#000_45%)]";

export default function Home() {
  return (
    <>
      <section data-field="nil" className="relative overflow-hidden pt-16 xl:pt-19">
        <div className="wrap-page relative lg:grid lg:min-h-[min(43rem,calc(100vh-11rem))] lg:grid-cols-12 lg:items-center lg:gap-x-gap">
          <div className="relative z-2 pt-8 lg:col-span-7 lg:col-start-1 lg:row-start-1 lg:py-10">
            <Nameplate>{site.tagline}</Nameplate>
            <h1 className="serif mt-6 mb-10 text-mega">
              AI{" "}
              <Island when="idle">
                <HeadlineWord />
              </Island>
            </h1>
            <p className="mb-8 max-w-104 text-lead lg:text-pretty xl:max-w-116">
              Guidevane works with the people who sign off. We teach leadership teams what the models can do, decide
              with them where it pays, and build the parts worth building.
            </p>
            <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
              <ButtonLink variant="accent" href={contactLink("AI Consult")}>
                Book AI Consult
              </ButtonLink>
              <TextLink href="/manifesto">Read the AI manifesto</TextLink>
            </div>
            <p className="mt-4 max-w-104 text-small text-muted xl:max-w-116">
              The consult is {site.consultMinutes} minutes, free of charge. The manifesto opens further down this page:
              one line of it, a two-page brief, and the way to the rest.
            </p>
          </div>
          <div className="z-1 mx-auto mt-4 mb-8 w-full max-w-120 lg:col-span-6 lg:col-start-7 lg:row-start-1 lg:my-0 lg:max-w-160 lg:justify-self-end">
            <RingInstrument flowClass={heroMask} />
          </div>
        </div>
        <TrustedStrip />
      </section>
      <ClientBand />
      <ManifestoBand />
      <AdvisoryIndex />
      <OfferPlates />
      <DevelopmentBand />
      <TestimonialBand />
      <QuoteBand />
    </>
  );
}
