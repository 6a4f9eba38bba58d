import { eCommerce, installCommand, newCommand, newTranscript } from "#content/bootloader.ts";
import { features, howItWorks, runScript, tagline } from "#content/bootloader-copy.ts";
import { enterpriseDemoLink, professionalPlanLink } from "#content/editions.ts";
import { periodWords, professionalPrice } from "#content/pricing.ts";
import { links, site } from "#content/site.ts";
import { ButtonLink, TextLink } from "../../ui/button.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Nameplate } from "../../ui/nameplate.tsx";
import { Terminal, type TerminalLine } from "../../ui/terminal.tsx";
import { Cascade } from "../art/drawings.tsx";
import type { PageHandle } from "../page-handle.ts";
import { pageMeta } from "../page-meta.ts";
import { CopyableTerminal } from "../sections/copyable-terminal.tsx";
import { HeadRow, PageHead, Section } from "../sections/section.tsx";
import { bootloaderProduct } from "./bootloader-product.ts";
import { EditionTabs } from "./edition-tabs.tsx";
import { PricingSheet } from "./pricing-sheet.tsx";
import { WorkspaceTree } from "./workspace-tree.tsx";

export const handle: PageHandle = { field: "hall" };

export const meta = () =>
  pageMeta({
    title: "Bootloader: agent swarms from one command",
    description: `Bootloader writes a multi-agent workspace from one command: agents, adapters, plugins, tests and CI. Free Community edition, Professional at $${professionalPrice.monthly} a month.`,
    path: "/build/products/bootloader",
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Tools", path: "/tools" },
      { name: "Bootloader", path: "/build/products/bootloader" },
    ],
    jsonLd: [bootloaderProduct()],
  });

const session: TerminalLine[] = [
  { prompt: installCommand },
  { prompt: newCommand(eCommerce.id) },
  ...newTranscript(eCommerce).map((line) => (line.includes("ready") ? { ok: line } : { note: line })),
  { prompt: `cd ${eCommerce.project} && ${runScript}` },
  ...eCommerce.agents.map(([name]) => ({ note: `  ${name.padEnd(8)} listening` })),
];

function Hero() {
  return (
    <PageHead
      field="hall"
      art={
        <Cascade
          width={1440}
          height={760}
          turn={-26}
          gap={21}
          at={0.42}
          chord={0.3}
          className="absolute inset-0 size-full opacity-80 [mask-image:linear-gradient(90deg,transparent_42%,#000_80%)]"
          fit="xMaxYMid slice"
        />
      }
      className="grid items-start gap-x-[calc(var(--spacing-gap)*2)] gap-y-12 pb-section lg:grid-cols-2"
    >
      <div>
        <Nameplate>Developer tool</Nameplate>
        <h1 className="serif mt-6 mb-7 text-[clamp(3.5rem,1rem+8vw,8rem)] leading-[0.9] lg:max-xl:text-[5.25rem] tracking-[-0.04em]">
          Bootloader
        </h1>
        <p className="max-w-104 text-lead">{tagline}</p>
        <div className="mt-9 flex flex-wrap gap-4">
          <ButtonLink variant="accent" href="/docs/bootloader/quickstart">
            Get Started
          </ButtonLink>
          <ButtonLink variant="line" href={enterpriseDemoLink} arrow={false}>
            Request Enterprise Demo
          </ButtonLink>
        </div>
      </div>
      <CopyableTerminal title="Create and run a swarm" lines={session} className="lg:max-xl:[&_pre]:text-caption" />
    </PageHead>
  );
}

function Features() {
  return (
    <Section id="features">
      <HeadRow>
        <h2 className="serif text-title">One command writes the parts you would write anyway</h2>
      </HeadRow>
      <div className="grid items-start gap-x-[calc(var(--spacing-gap)*2)] gap-y-10 lg:grid-cols-[7fr_5fr] *:min-w-0">
        <ul className="grid gap-x-gap sm:grid-cols-2">
          {features.map(({ icon, title, description }) => (
            <li key={title} className="border-t border-line pt-6 pb-6 sm:pb-11">
              <h3 className="flex items-center gap-2.5 text-head">
                <Icon name={icon} className="size-5" />
                {title}
              </h3>
              <p className="mt-1.5 text-muted">{description}</p>
            </li>
          ))}
        </ul>
        <WorkspaceTree />
      </div>
    </Section>
  );
}

function Prices() {
  return (
    <Section id="pricing">
      <PricingSheet />
      {/* For readers without JavaScript, and on paper. */}
      <p className="folded mt-10 text-small text-muted">
        Professional is ${professionalPrice.annual} {periodWords.annual} when billed annually. To order it,{" "}
        <a href={professionalPlanLink}>write to {site.salesEmail}</a>.
      </p>
    </Section>
  );
}

const cards: readonly { icon: IconName; title: string; text: string; href: string }[] = [
  {
    icon: "play",
    title: "Quickstart guide",
    text: "From install to a running swarm in under five minutes.",
    href: "/docs/bootloader/quickstart",
  },
  {
    icon: "terminal",
    title: "API reference",
    text: "Every command, flag, field and error.",
    href: "/docs/bootloader/api",
  },
  {
    icon: "folder",
    title: "Source repository",
    text: "Read it, fork it, open an issue.",
    href: links.bootloaderRepository,
  },
];

function DocCards() {
  return (
    <ul className="mt-12 grid gap-gap lg:grid-cols-3">
      {cards.map(({ icon, title, text, href }) => {
        const external = href.startsWith("https:");
        return (
          <li key={href}>
            <a
              href={href}
              {...(external ? { target: "_blank", rel: "noopener noreferrer", title: "Opens in a new tab" } : null)}
              className="grid h-full content-start gap-2 border border-line bg-surface p-6 no-underline transition-[border-color,border-radius] duration-300 ease-flow hover:rounded-br-[2rem] hover:border-ink"
            >
              <Icon name={icon} className="size-5.5" />
              <h3 className="mt-3 flex items-center gap-2 text-head">
                {title}
                {external && <Icon name="external" className="size-4.5" />}
              </h3>
              <p className="text-small text-muted">
                {text}
                {external && <span className="sr-only"> Opens in a new tab</span>}
              </p>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function HowItWorks() {
  return (
    <Section continues id="how-it-works">
      <HeadRow>
        <h2 className="serif text-title">How It Works</h2>
        <p>The quickstart takes under five minutes.</p>
      </HeadRow>
      <ol>
        {howItWorks.map(({ title, text, commands }, index) => (
          <li
            key={title}
            className="grid grid-cols-[2rem_minmax(0,1fr)] items-start gap-x-gap gap-y-4 border-t border-line py-8 lg:grid-cols-[3rem_4fr_6fr]"
          >
            <span aria-hidden="true" className="serif text-[2rem] leading-none">
              {index + 1}
            </span>
            <div>
              <h3 className="text-head">{title}</h3>
              <p className="text-muted">{text}</p>
            </div>
            <Terminal className="max-lg:col-span-2" lines={commands.map((command) => ({ prompt: command }))} />
          </li>
        ))}
      </ol>
      <DocCards />
    </Section>
  );
}

function Community() {
  return (
    <Section field="nil" id="community">
      <div className="grid items-end gap-x-gap gap-y-8 lg:columns-page">
        <div className="lg:col-span-7">
          <h2 className="serif text-title">Built in the open, with the people who use it</h2>
          <p className="mt-4 max-w-128 text-muted">
            Ask in the chat, where the people who write Bootloader answer on working days. If a person has to approve
            what your agents do, read how the Portia adapter holds a run.
          </p>
        </div>
        <div className="flex flex-wrap gap-x-8 gap-y-4 lg:col-span-5 lg:justify-end">
          <ButtonLink variant="line" href={links.chatCommunity}>
            Join the chat community
          </ButtonLink>
          <TextLink href="/build/products/bootloader/portia" arrow>
            Portia adapter
          </TextLink>
        </div>
      </div>
    </Section>
  );
}

export default function Bootloader() {
  return (
    <>
      <Hero />
      <Features />
      <Section field="sunken" id="editions">
        <HeadRow>
          <h2 className="serif text-title">Choose Your Edition</h2>
        </HeadRow>
        <EditionTabs />
      </Section>
      <Prices />
      <HowItWorks />
      <Community />
    </>
  );
}
