import { dispatchCase } from "#content/case.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import type { PageHandle } from "./page-handle.ts";
import { absolute, pageMeta } from "./page-meta.ts";
import { BackLink } from "./sections/back-link.tsx";
import { DispatchNotes } from "./sections/dispatch-notes.tsx";
import { OneQuote } from "./sections/one-quote.tsx";
import { PageHead, Section } from "./sections/section.tsx";
import { SpecList } from "./sections/spec-list.tsx";

const { path, title, lead, facts, parts, minutes, result, unknown, quote } = dispatchCase;

export const handle: PageHandle = { field: "nil" };
export const meta = () =>
  pageMeta({
    title: `Case: ${title}`,
    description:
      "A rail freight company asked for a model that predicts delays. What we found, what was stopped, what was built, and what it changed.",
    path,
    jsonLd: [{ "@type": "Article", headline: title, description: lead, url: absolute(path) }],
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Development", path: "/development" },
      { name: title, path },
    ],
  });

const longest = Math.max(...minutes.map(({ plan, write }) => plan + write));
const share = (part: number) => `${(part / longest) * 100}%`;

/** Minutes of one re-plan: solid is planning, hatched is writing. */
function Minutes() {
  return (
    <figure>
      <dl className="grid gap-5">
        {minutes.map(({ label, plan, write }) => (
          <div key={label} className="grid items-center gap-x-6 gap-y-1.5 sm:grid-cols-[5rem_1fr]">
            <dt className="font-[650]">{label}</dt>
            <dd>
              <span aria-hidden="true" className="flex h-14">
                <span className="bar-solid" style={{ width: share(plan) }} />
                <span className="bar-hatched rounded-br-turn-btn border-l-0" style={{ width: share(write) }} />
              </span>
              <span className="mt-1.5 block text-small text-muted">
                {plan} minutes to plan, {write} to write: {plan + write} in all
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <figcaption className="mt-6 text-caption text-muted">
        Drawn to scale. Solid is planning, hatched is telling everybody.
      </figcaption>
    </figure>
  );
}

export default function Case() {
  return (
    <>
      <PageHead field="nil" className="pb-section">
        <BackLink href="/development">Development</BackLink>
        <div className="grid gap-x-gap gap-y-10 lg:columns-page">
          <div className="lg:col-span-7">
            <h1 className="serif text-display">{title}</h1>
            <p className="mt-6 max-w-136 text-lead">{lead}</p>
          </div>
          <SpecList
            className="content-end border-t border-ink pt-6 lg:col-span-4 lg:col-start-9 lg:self-end"
            facts={facts}
          />
        </div>
      </PageHead>

      <Section>
        {parts.map((part) => (
          <div
            key={part.title}
            className="grid gap-x-gap gap-y-3 border-t border-line py-9 first:border-ink lg:columns-page"
          >
            <h2 className="serif text-title lg:col-span-4">{part.title}</h2>
            <div className="grid max-w-article gap-4 lg:col-span-7 lg:col-start-6">
              {part.text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
        ))}
        <DispatchNotes className="mt-8" />
      </Section>

      <Section field="sunken">
        <h2 className="serif mb-10 text-title">The result, twelve weeks later</h2>
        <Minutes />
        <ul className="mt-14 grid gap-x-gap gap-y-8 md:grid-cols-3">
          {result.map(([figure, text]) => (
            <li key={figure} className="border-t border-ink pt-5">
              <p className="serif text-[clamp(2rem,1.4rem+2vw,3.25rem)] leading-none tracking-[-0.03em]">{figure}</p>
              <p className="mt-3 text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-10 max-w-article">
          <b className="font-[650]">What we do not know.</b> {unknown}
        </p>
      </Section>

      <Section label="Testimonial">
        <OneQuote source="From the client" testimonial={quote} />
        <p className="mt-14 flex flex-wrap items-center gap-x-7 gap-y-4 border-t border-line pt-10">
          <ButtonLink variant="accent" href={contactLink("Development Inquiry")}>
            Tell us what you would time
          </ButtonLink>
          <TextLink href="/education#programs" arrow>
            The review it began with
          </TextLink>
        </p>
        <p className="mt-10 text-caption text-muted">Sample content: client, people and figures are invented.</p>
      </Section>
    </>
  );
}
