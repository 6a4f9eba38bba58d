import { site } from "#content/site.ts";
import { manifesto } from "#content/manifesto.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Cascade } from "./art/drawings.tsx";
import { EmailCapture } from "./islands/email-capture.island.tsx";
import { Island } from "./islands/island.tsx";
import type { PageHandle } from "./page-handle.ts";
import { pageMeta } from "./page-meta.ts";
import { CaptureInquiry } from "./sections/capture-inquiry.tsx";
import { PageHead, Section } from "./sections/section.tsx";
import { ServerIf, ServerUnless } from "./sections/server-if.tsx";

export const handle: PageHandle = { field: "hall" };
export const meta = () =>
  pageMeta({
    title: manifesto.title,
    description:
      "Seven claims about the layer that now sits between a decision and the person who makes it, and who should set its angle.",
    path: "/manifesto-direct",
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: manifesto.title, path: "/manifesto-direct" },
    ],
  });

/** One row of vanes turns the whole stream; the middle one steers. */
function OpeningArt() {
  return (
    <Cascade
      width={840}
      height={760}
      turn={44}
      gap={26}
      at={0.5}
      chord={0.22}
      thickness={14}
      every={4}
      hot={0.5}
      fit="xMaxYMid slice"
      className="absolute top-0 right-0 h-[min(52rem,72vh)] w-[62%] [mask:linear-gradient(90deg,transparent_22%,#000_66%)_intersect,linear-gradient(0deg,transparent,#000_26%)] max-lg:hidden"
    />
  );
}

/** The full text stays blurred, also after an address was given: out of reach of pointer, keyboard and screen reader. */
function BlurredBody() {
  return (
    <div aria-hidden="true" inert data-blurred className="blur-[8px] select-none print:hidden">
      {manifesto.body.map(({ heading, text }) => (
        <div key={heading} className="pb-8">
          <p className="serif text-title">{heading}</p>
          <p className="mt-3 font-display text-[clamp(1.25rem,1.1rem+0.7vw,1.5rem)] leading-[1.45]">{text}</p>
        </div>
      ))}
    </div>
  );
}

function Timeline() {
  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-gap gap-y-2">
        <h2 className="serif text-title">Timeline</h2>
        <p className="text-small text-muted">{manifesto.timeline.note}</p>
      </figcaption>
      <ol className="mt-10 grid gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {manifesto.timeline.events.map(({ year, text, source }) => (
          <li key={year} className="border-t border-l border-ink pt-5 pr-6 pl-4">
            <p className="serif text-sub">{year}</p>
            <p className="mt-2 text-small">{text}</p>
            <p className="mt-2 text-caption text-muted">{source}</p>
          </li>
        ))}
      </ol>
    </figure>
  );
}

export default function ManifestoDirect() {
  return (
    <>
      <PageHead field="hall" art={<OpeningArt />} className="pb-section">
        <div className="lg:flex lg:min-h-[min(34rem,70vh)] lg:flex-col lg:justify-between">
          <h1 className="serif max-w-[6em] text-mega">{manifesto.title}</h1>
          <p className="mt-8 text-small text-muted">Last updated: {manifesto.updated}</p>
        </div>
        <div className="mx-auto mt-[clamp(3rem,7vw,6.5rem)] max-w-article">
          <div className="grid gap-6">
            {manifesto.abstract.map((paragraph, index) => (
              <p
                key={paragraph}
                className={classNames(
                  "font-display text-[clamp(1.375rem,1.15rem+0.9vw,1.75rem)] leading-[1.4] tracking-[-0.01em]",
                  // The opening letter is as high as its first three lines.
                  index === 0 &&
                    "first-letter:float-left first-letter:mt-[0.08em] first-letter:mr-[0.08em] first-letter:text-[3.9em] first-letter:leading-[0.8]",
                )}
              >
                {paragraph}
              </p>
            ))}
          </div>
          <div className="relative mt-14 grid">
            <div className="[grid-area:1/1]">
              <BlurredBody />
            </div>
            <div className="[grid-area:1/1]">
              <div data-field="nil" className="turned sticky top-24 mt-16 p-[clamp(1.5rem,3vw,2.5rem)] shadow-3">
                <h2 className="serif text-title">Ask for the full text</h2>
                <p className="mt-3 mb-6 text-muted">
                  The seven claims are shared with people who would like to argue with them. Leave an address to be one.
                </p>
                <ServerUnless is="inquiries">
                  <Island when="interaction">
                    <EmailCapture to={site.email} contentTitle={manifesto.title} action="Request access" />
                  </Island>
                </ServerUnless>
                <ServerIf is="inquiries">
                  <CaptureInquiry form="manifesto" contentTitle={manifesto.title} action="Request access" />
                </ServerIf>
              </div>
            </div>
          </div>
        </div>
      </PageHead>

      <Section>
        <Timeline />
        <div className="mt-section flex flex-wrap items-center justify-between gap-x-gap gap-y-6 border-t border-line pt-8">
          <p className="max-w-120 text-muted">
            Fifteen published works stand behind the claims. The list says what we took from each.
          </p>
          <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
            <ButtonLink variant="solid" icon="download" href={manifesto.referencesFile} download arrow={false}>
              Download references (PDF)
            </ButtonLink>
            <TextLink href={contactLink("Workshop Inquiry")} arrow>
              Ask for the workshop brief
            </TextLink>
          </div>
        </div>
      </Section>
    </>
  );
}
