// The parts that the home page and its alternate share, below the hero.
import { clients, trustedBy } from "#content/clients.ts";
import { manifesto } from "#content/manifesto.ts";
import { presentations, workshops } from "#content/offers.ts";
import { dollars } from "#content/dollars.ts";
import { buildServices, consulting } from "#content/services.ts";
import { contactLink } from "#content/subjects.ts";
import { testimonials } from "#content/testimonials.ts";
import { ButtonLink, TextLink, TextLinkLook } from "../../ui/button.tsx";
import { Aerofoil, Cascade } from "../art/drawings.tsx";
import { Pictogram } from "../art/pictogram.tsx";
import { Island } from "../islands/island.tsx";
import { LogoCarousel } from "../islands/logo-carousel.island.tsx";
import { Testimonials } from "../islands/testimonials.island.tsx";
import { ClientMark } from "./client-mark.tsx";
import { HeadRow, Section } from "./section.tsx";
import { SpecList } from "./spec-list.tsx";

export function TrustedStrip() {
  return (
    <div className="relative z-2 break-inside-avoid border-t border-line bg-ground">
      <div className="wrap-page grid grid-cols-2 gap-x-6 gap-y-3.5 py-5 sm:flex sm:flex-wrap sm:items-center sm:justify-between sm:gap-x-[clamp(1.5rem,5vw,4.5rem)] sm:gap-y-4">
        <p className="text-small text-muted max-sm:col-span-2 sm:max-lg:basis-full lg:mr-auto xl:w-40 min-[88rem]:w-56">
          Trusted by leaders at
        </p>
        {trustedBy.map((client) => (
          <ClientMark key={client.name} client={client} />
        ))}
      </div>
    </div>
  );
}

/** Continues the strip above it, on the same field: four who vouch for us, then everybody. */
export function ClientBand({ field = "nil" }: { field?: "nil" | "paper" }) {
  return (
    <section aria-labelledby="clients" data-field={field} className="border-t border-line py-8">
      <div className="wrap-page grid grid-cols-[1fr_auto] items-center gap-x-8 gap-y-5 xl:grid-cols-[10rem_1fr_auto] min-[88rem]:grid-cols-[14rem_1fr_auto]">
        <h2 id="clients" className="col-start-1 row-start-1 text-small font-normal text-balance text-muted">
          Some of our beloved clients and partners
        </h2>
        <Island when="visible">
          <LogoCarousel clients={clients} />
        </Island>
      </div>
    </section>
  );
}

export function ManifestoBand() {
  return (
    <Section
      id="manifesto"
      field="hall"
      label="Manifesto"
      art={
        <Cascade
          width={840}
          height={640}
          turn={34}
          gap={24}
          at={0.7}
          chord={0.18}
          thickness={13}
          every={4}
          hot={0.42}
          fit="xMaxYMid slice"
          className="absolute top-0 right-0 h-full w-[58%] [mask-image:linear-gradient(90deg,transparent_32%,#000_74%)] max-sm:hidden"
        />
      }
    >
      <blockquote className="serif max-w-[19em] text-[clamp(2rem,1.1rem+3.6vw,4.5rem)] leading-[1.04] tracking-[-0.026em] sm:w-2/3 lg:w-3/4">
        {manifesto.quote}
      </blockquote>
      <div className="mt-[clamp(2.5rem,5vw,4.5rem)] flex flex-wrap items-center gap-x-10 gap-y-6 sm:max-xl:w-2/3">
        <ButtonLink variant="line" href={manifesto.briefFile} download icon="download" arrow={false}>
          Download Strategic Brief
        </ButtonLink>
        <p className="text-muted">
          From{" "}
          <a href="/manifesto-direct" className="text-ink hover:decoration-2">
            <cite>{manifesto.title}</cite>
          </a>
          , last updated {manifesto.updated}
        </p>
      </div>
    </Section>
  );
}

const waysIn = [
  {
    name: "Workshops",
    text: "Three programs for leadership teams, taught on your own documents.",
    action: "View Programs",
    href: "/workshops",
  },
  {
    name: "Speaking",
    text: "Keynotes, board briefings and working sessions, from 30 to 75 minutes.",
    action: "Book Speaking Engagement",
    href: "/speaking",
  },
  {
    name: "Writing",
    text: "What we learned on client work, published once it is safe to say.",
    action: "Read Analysis",
    href: "/articles",
  },
];

export function AdvisoryIndex() {
  return (
    <Section>
      <HeadRow>
        <h2 className="serif text-title">Strategic AI Advisory</h2>
        <p>Three ways to know us before you hire us: see what we teach, hear us speak, read what we found.</p>
      </HeadRow>
      <ul className="isolate border-b border-line">
        {waysIn.map(({ name, text, action, href }) => (
          <li key={name} className="border-t border-line">
            <a
              href={href}
              className="group relative grid items-baseline gap-x-gap gap-y-2 py-[clamp(1.5rem,2.6vw,2.375rem)] no-underline before:absolute before:-inset-x-gap before:inset-y-0 before:-z-1 before:rounded-br-[2rem] before:bg-nil before:opacity-0 before:transition-opacity before:duration-200 hover:before:opacity-100 sm:grid-cols-[14rem_1fr] lg:grid-cols-[5fr_5fr_17.5rem]"
            >
              <h3 className="serif text-title">{name}</h3>
              <p className="text-muted">{text}</p>
              <span className="whitespace-nowrap max-lg:mt-1.5 sm:col-start-2 lg:col-start-auto lg:justify-self-end">
                <TextLinkLook>{action}</TextLinkLook>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

// The angle grows with the commitment.
const offers = [
  {
    name: "Executive Workshops",
    angle: 12,
    text: "Your leadership team learns to read model output critically, on its own contracts, forecasts and mail.",
    facts: [
      ["Format", "Two hours a session, or two weeks"],
      ["Group", `${workshops[1]?.participants.replace(" leaders", "")} or ${workshops[0]?.participants}`],
      ["From", dollars(Math.min(...workshops.map((offer) => offer.price)))],
    ],
    action: "See the programs",
    href: "/education#programs",
  },
  {
    name: "Strategic Speaking",
    angle: 30,
    text: "One clear argument for your audience, rehearsed with your organizer and free of vendor slides.",
    facts: [
      ["Format", "30 to 75 minutes"],
      ["Audience", "Boards, offsites, conferences"],
      ["From", dollars(Math.min(...presentations.map((talk) => talk.fee)))],
    ],
    action: "See the talks",
    href: "/education#talks",
  },
  {
    name: "Strategic Consulting",
    angle: 50,
    text: "A standing adviser for the quarter in which you choose vendors, budget and the first two use cases.",
    facts: [
      ["Format", "Monthly, by retainer"],
      ["Works with", "CEO, COO, CIO"],
      ["Costs", `${dollars(consulting.monthly)} a month, ${consulting.atLeastMonths} months or more`],
    ],
    action: "Talk it through",
    href: contactLink("Strategic Consulting"),
  },
] as const;

export function OfferPlates() {
  return (
    <Section continues>
      <HeadRow>
        <h2 className="serif text-title">Three ways to work together</h2>
        <p>The angle grows with the commitment: an afternoon, a room, a quarter.</p>
      </HeadRow>
      <ul className="grid gap-gap lg:grid-cols-3">
        {offers.map(({ name, angle, text, facts, action, href }) => (
          <li
            key={name}
            data-field="nil"
            className="turned grid grid-rows-[auto_auto_1fr_auto] md:max-lg:grid-cols-[2fr_3fr] md:max-lg:grid-rows-[auto_1fr_auto]"
          >
            <Cascade
              width={480}
              height={320}
              turn={angle}
              gap={17}
              thickness={12}
              hot={0.42}
              className="aspect-3/2 w-full border-b border-line md:max-lg:row-span-3 md:max-lg:aspect-auto md:max-lg:h-full md:max-lg:min-h-0 md:max-lg:border-r md:max-lg:border-b-0"
            />
            <div className="px-7 pt-7">
              <h3 className="serif text-sub">{name}</h3>
              <p className="mt-2.5 text-muted">{text}</p>
            </div>
            <SpecList className="px-7 pt-5" facts={facts} />
            <p className="px-7 pt-6 pb-8">
              <TextLink href={href} arrow>
                {action}
              </TextLink>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function DevelopmentBand() {
  return (
    <Section field="sunken" className="grid gap-x-gap gap-y-12 lg:grid-cols-[4fr_8fr]">
      <div>
        <h2 className="serif text-title">We also build it, with your people in the room</h2>
        <p className="mt-5 max-w-form text-muted">
          Every build ends with a handover. If your team cannot change it without us, we have not finished.
        </p>
        <p className="mt-7">
          <TextLink href="/development" arrow>
            How a build runs
          </TextLink>
        </p>
      </div>
      <ul className="grid gap-x-gap sm:grid-cols-2">
        {buildServices.map(({ title, summary, pictogram }) => (
          <li key={title} className="grid content-start gap-2 border-t border-ink pt-5 pb-11">
            <Pictogram name={pictogram} className="mb-5" />
            <h3 className="text-head">{title}</h3>
            <p className="text-muted">{summary}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function TestimonialBand() {
  return (
    <Section field="nil" label="Testimonials">
      <Island when="visible">
        <Testimonials testimonials={testimonials} />
      </Island>
    </Section>
  );
}

export function QuoteBand() {
  return (
    <Section label="What we hold" className="grid items-end gap-8 lg:grid-cols-[8fr_4fr]">
      <figure>
        <blockquote className="serif max-w-[14.4em] text-quote">
          A model can tell you what usually happens next. It cannot tell you what you are for.
        </blockquote>
        <figcaption className="mt-6 text-muted">The Guidevane team</figcaption>
      </figure>
      <figure className="grid gap-3">
        <Aerofoil hot angle={10} gap={12} view="0 60 640 300" className="aspect-2/1 w-full" />
        <figcaption className="text-caption text-muted">
          One vane, set at 10 degrees. The lines crowd where the work is done.
        </figcaption>
      </figure>
    </Section>
  );
}
