import { site } from "#content/site.ts";
import { manifesto } from "#content/manifesto.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { EmailCapture } from "./islands/email-capture.island.tsx";
import { Island } from "./islands/island.tsx";
import type { PageHandle } from "./page-handle.ts";
import { pageMeta } from "./page-meta.ts";
import { PageHead, Section } from "./sections/section.tsx";

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

/** The full text stays blurred, also after an address was given: out of reach of pointer, keyboard and screen reader. */
function BlurredBody() {
  return (
    <div aria-hidden="true" inert data-blurred className="blur-[8px] select-none">
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
      <ol className="mt-10 grid grid-cols-6 border-t border-ink">
        {manifesto.timeline.ticks.map((year) => (
          <li key={year} className="border-l border-ink pt-8 pl-2 text-caption sm:text-small">
            {year}
          </li>
        ))}
      </ol>
    </figure>
  );
}

export default function ManifestoDirect() {
  return (
    <>
      <PageHead field="hall" className="pb-section">
        <div className="mx-auto max-w-article">
          <h1 className="serif text-display">{manifesto.title}</h1>
          <p className="mt-5 text-small text-muted">Last updated: {manifesto.updated}</p>
          <div className="mt-12 grid gap-6">
            {manifesto.abstract.map((paragraph) => (
              <p
                key={paragraph}
                className="font-display text-[clamp(1.375rem,1.15rem+0.9vw,1.75rem)] leading-[1.4] tracking-[-0.01em]"
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
                <Island when="interaction">
                  <EmailCapture to={site.email} contentTitle={manifesto.title} action="Request access" />
                </Island>
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
