import { dispatchCase } from "#content/case.ts";
import { dollarRange } from "#content/dollars.ts";
import { buildServices, partnership } from "#content/services.ts";
import { site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Confluence } from "./art/drawings.tsx";
import type { PageHandle } from "./page-handle.ts";
import { pageMeta } from "./page-meta.ts";
import { DispatchNotes } from "./sections/dispatch-notes.tsx";
import { HeadRow, Section } from "./sections/section.tsx";
import { SpecList } from "./sections/spec-list.tsx";

export const handle: PageHandle = { field: "nil" };

export const meta = () =>
  pageMeta({
    title: "Development: build services",
    description:
      "Internal tools, modular automation, AI prototypes and agent builds, made side by side with your team and handed over at the end.",
    path: "/development",
    jsonLd: buildServices.map((service) => ({
      "@type": "Service",
      name: service.title,
      description: service.summary,
      provider: { "@type": "Organization", name: site.name, url: `${site.url}/` },
    })),
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Development", path: "/development" },
    ],
  });

const keyLine = "mr-2.5 inline-block w-7 border-t-2 align-[0.25em]";

function Opening() {
  return (
    <section data-field="nil" className="relative overflow-hidden pt-[calc(4.75rem+clamp(2.5rem,5vw,5rem))]">
      <div className="wrap-page">
        <HeadRow wide>
          <h1 className="serif text-display max-sm:text-[2.5rem]">
            <span className="whitespace-nowrap max-sm:whitespace-normal lg:block">We build it with you,</span> then we
            leave
          </h1>
          <p className="text-lead">A build is finished when your team can change it without calling us.</p>
        </HeadRow>
        <p className="flex flex-wrap gap-x-8 gap-y-2 text-small">
          <span>
            <i aria-hidden="true" className={classNames(keyLine, "border-ink")} />
            Your team
          </span>
          <span>
            <i aria-hidden="true" className={classNames(keyLine, "border-accent")} />
            {site.name}
          </span>
        </p>
      </div>
      <Confluence
        className="h-[clamp(13rem,30vw,26rem)] w-full [mask-image:linear-gradient(0deg,transparent_2%,#000_16%)]"
        label="Two streams run side by side, interleave in the middle, and one of them leaves at the end"
      />
      <ol className="wrap-page grid gap-x-gap gap-y-6 pt-8 pb-section md:grid-cols-3">
        {partnership.map(({ title, text }) => (
          <li key={title}>
            <h2 className="text-head">{title}</h2>
            <p className="mt-1.5 max-w-96 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export default function Development() {
  return (
    <>
      <Opening />
      <Section>
        <HeadRow>
          <h2 className="serif text-title">What we build</h2>
          <p>Four kinds of work. Most engagements start with the first.</p>
        </HeadRow>
        <ul className="grid border-t border-ink md:grid-cols-2">
          {buildServices.map((service) => (
            <li
              key={service.title}
              className="border-line py-6 not-first:border-t md:pt-8 md:pr-gap md:pb-12 md:even:border-l md:even:pl-gap md:nth-2:border-t-0"
            >
              <h3 className="serif text-sub">{service.title}</h3>
              <p className="mt-2.5 max-w-120 text-muted">{service.suits}</p>
              <SpecList
                className="mt-5"
                facts={[
                  ["You get", service.youGet],
                  ["Usually", service.usually],
                  ["Costs", dollarRange(service.costs)],
                ]}
              />
            </li>
          ))}
        </ul>
        <p className="mt-6 flex flex-wrap items-center gap-x-7 gap-y-4">
          <ButtonLink variant="accent" href={contactLink("Development Inquiry")}>
            Start a development inquiry
          </ButtonLink>
          <TextLink href="/build/products/bootloader">Build agents yourselves with Bootloader</TextLink>
        </p>
      </Section>

      <Section field="sunken">
        <HeadRow>
          <h2 className="serif text-title">A finished build</h2>
          <p>
            {dispatchCase.lead}{" "}
            <TextLink href={dispatchCase.path} arrow>
              Read the whole case
            </TextLink>
          </p>
        </HeadRow>
        <DispatchNotes />
      </Section>
    </>
  );
}
