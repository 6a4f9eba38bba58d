import { filesOf, newCommand, quickStart, type Template, templates } from "#content/bootloader.ts";
import { checklist } from "#content/bootloader-copy.ts";
import { links } from "#content/site.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Nameplate } from "../../ui/nameplate.tsx";
import { keepWordsWhole, Terminal, terminalPreClass, TerminalFrame } from "../../ui/terminal.tsx";
import { pageMeta } from "../page-meta.ts";
import { CopyCommandButton, CopyCorner } from "../sections/copy-on-click.tsx";
import { HeadRow, PageHead, Section } from "../sections/section.tsx";
import { SpecList } from "../sections/spec-list.tsx";

export const meta = () =>
  pageMeta({
    title: "Bootloader Community edition",
    description:
      "The free, open-source edition of Bootloader: the whole CLI, both adapters and three templates under AGPL-3.0. Install it and have a swarm in three steps.",
    path: "/build/products/bootloader/community",
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Tools", path: "/tools" },
      { name: "Bootloader", path: "/build/products/bootloader" },
      { name: "Community edition", path: "/build/products/bootloader/community" },
    ],
  });

function Hero() {
  return (
    <PageHead className="grid items-end gap-x-gap gap-y-8 pb-20 lg:columns-page">
      <div className="lg:col-span-7">
        <Nameplate>Free and open source</Nameplate>
        <h1 className="serif mt-6 text-display">Bootloader Community</h1>
        <p className="mt-6 max-w-136 text-lead">
          The whole command line, both adapters and all three templates, under{" "}
          <span className="whitespace-nowrap">AGPL-3.0</span>. No account with us, no time limit; a key for the model
          platform is yours to bring.
        </p>
      </div>
      <div className="flex flex-wrap gap-4 lg:col-span-5 lg:flex-col lg:justify-self-end">
        <ButtonLink variant="accent" href={links.bootloaderRepository}>
          Download from source repository
        </ButtonLink>
        <ButtonLink variant="line" href="/docs/bootloader">
          Documentation
        </ButtonLink>
      </div>
    </PageHead>
  );
}

/** One continuous terminal; each step's note is in the margin beside its lines. */
function QuickStart() {
  const all = quickStart.map((step) => step.command).join("\n");
  return (
    <Section continues id="quick-start">
      <HeadRow>
        <h2 className="serif text-title">Quick start</h2>
        <p>
          Three steps, one terminal. The{" "}
          <a href="/docs/bootloader/quickstart" className="underline">
            quickstart guide
          </a>{" "}
          explains every line.
        </p>
      </HeadRow>
      <TerminalFrame title="Install, create, deploy" action={<CopyCorner text={all} what="all three steps" />}>
        <ol>
          {quickStart.map(({ step, title, command, description, output }) => (
            <li
              key={step}
              className="grid border-t border-[oklch(0.38_0.042_190)] first:border-t-0 lg:grid-cols-[20rem_minmax(0,1fr)]"
            >
              <div className="px-5 pt-5 max-sm:px-4 lg:border-r lg:border-[oklch(0.38_0.042_190)] lg:pb-6">
                <h3 className="flex gap-3 text-head">
                  <span className="text-[oklch(0.76_0.142_42)]">{step}</span>
                  {title}
                </h3>
                <p className="mt-1 text-small text-[oklch(0.79_0.032_170)]">{description}</p>
              </div>
              <pre
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, so a keyboard must reach it
                tabIndex={0}
                // The longest line of output just fits a phone.
                className={`${terminalPreClass} max-sm:text-[0.6875rem]!`}
              >
                <span className="block max-sm:pl-[2ch] max-sm:-indent-[2ch] max-sm:whitespace-pre-wrap">
                  <span className="text-[oklch(0.76_0.142_42)] select-none">$ </span>
                  {keepWordsWhole(command)}
                </span>
                {output.map((line) => (
                  <span key={line} className="block text-[oklch(0.74_0.03_172)]">
                    {line}
                  </span>
                ))}
              </pre>
            </li>
          ))}
        </ol>
      </TerminalFrame>
    </Section>
  );
}

function Checklist() {
  return (
    <Section field="sunken" id="features">
      <HeadRow>
        <h2 className="serif text-title">What is in it</h2>
        <p>Ten things, all of them free. Paid editions add a license, hosted history and people to call.</p>
      </HeadRow>
      <ul className="grid border-t border-ink sm:grid-flow-col sm:grid-rows-5 sm:gap-x-[calc(var(--spacing-gap)*2)]">
        {checklist.map((item) => (
          <li key={item} className="grid grid-cols-[1.125rem_1fr] gap-3 border-b border-line py-4">
            <Icon name="check" className="mt-[0.25em] size-4.5" />
            {item}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function TemplatePlate({ template }: { template: Template }) {
  const command = newCommand(template.id);
  return (
    <li className="grid content-start gap-5 lg:row-span-4 lg:grid-rows-subgrid">
      <div>
        <h3 className="serif text-sub">{template.title}</h3>
        <p className="mt-2 text-muted">{template.description}</p>
      </div>
      <Terminal
        title={`Template ${template.id}`}
        lines={[{ prompt: `bootloader new ${template.project} \\` }, `    --template ${template.id}`]}
        className="lg:max-xl:[&_pre]:text-caption"
      />
      <SpecList
        facts={[
          ["Agents", template.agents.map(([name]) => name).join(", ")],
          ["Plugins", template.plugins.map(([name]) => name).join(", ")],
          ["Writes", `${filesOf(template).length} files, ${template.tests} tests`],
        ]}
      />
      <CopyCommandButton command={command}>Try This Template</CopyCommandButton>
    </li>
  );
}

function Templates() {
  return (
    <Section id="templates">
      <HeadRow>
        <h2 className="serif text-title">Three templates to start from</h2>
        <p>Each is a working swarm with tests. The button copies the command.</p>
      </HeadRow>
      <ul className="grid gap-x-[calc(var(--spacing-gap)*1.5)] gap-y-14 lg:grid-cols-3 lg:gap-y-0 *:min-w-0">
        {templates.map((template) => (
          <TemplatePlate key={template.id} template={template} />
        ))}
      </ul>
    </Section>
  );
}

const support = [
  { name: "Source repository", text: "Read the code, report a bug, send a change.", href: links.bootloaderRepository },
  { name: "Chat community", text: "Ask a question. We answer on working days.", href: links.chatCommunity },
  { name: "Documentation", text: "Concepts, quickstart and the API reference.", href: "/docs/bootloader" },
];

function Support() {
  return (
    <Section field="nil" id="support">
      <HeadRow>
        <h2 className="serif text-title">Support</h2>
      </HeadRow>
      <ul className="border-t border-ink">
        {support.map(({ name, text, href }) => {
          const external = href.startsWith("https:");
          return (
            <li key={name} className="border-b border-line">
              <a
                href={href}
                {...(external ? { target: "_blank", rel: "noopener noreferrer", title: "Opens in a new tab" } : null)}
                className="group grid items-center gap-x-gap gap-y-1 py-5 no-underline hover:bg-shade sm:grid-cols-[1fr_1fr_auto]"
              >
                <span className="serif text-sub">{name}</span>
                <span className="text-muted">
                  {text}
                  {external && <span className="sr-only"> Opens in a new tab</span>}
                </span>
                <Icon
                  name={external ? "external" : "arrow"}
                  className="transition-[translate] duration-300 ease-flow group-hover:translate-x-0.75 max-sm:hidden"
                />
              </a>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

export default function BootloaderCommunity() {
  return (
    <>
      <Hero />
      <QuickStart />
      <Checklist />
      <Templates />
      <Support />
    </>
  );
}
