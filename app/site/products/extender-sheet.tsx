// The product sheet of GPT Extender Lite: shown on the tools page's site and, standalone, on the tools host.
import { links } from "#content/site.ts";
import { extender } from "#content/tools.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { ButtonLink, textLinkClass } from "../../ui/button.tsx";
import { BackLink } from "../sections/back-link.tsx";
import { CopyableTerminal } from "../sections/copyable-terminal.tsx";
import { HeadRow, PageHead, Section } from "../sections/section.tsx";
import { Steps } from "../sections/steps.tsx";
import { ChatBesideFile } from "./chat-beside-file.tsx";

const benefits = [
  { figure: extender.price, title: "Pay once", text: "No subscription, no account with us." },
  { figure: extender.size, title: "Stays light", text: "Under 50KB: less than one photo on a phone." },
  { figure: ".txt", title: "Opens anywhere", text: "Plain text survives every tool you will ever use." },
  { figure: "1 click", title: "No copy and paste", text: "The whole session, in order, with speakers marked." },
];

const howItWorks = [
  { title: "Add it", text: "Pay, download, add it to your browser." },
  { title: "Open a chat", text: "Any session, however long." },
  { title: "Press Export", text: "The extension reads the page and builds the file." },
  { title: "Keep the file", text: "It lands in your downloads folder, named after the chat and the day." },
];

const purposes = [
  { title: "Search last quarter", text: "Find every session that mentioned a client, in one command." },
  { title: "Keep a record", text: "File the reasoning next to the decision it led to." },
  { title: "Start the next session", text: "Paste a trimmed transcript as context, not a summary of one." },
  { title: "Write it up", text: "Turn a long working session into a first draft." },
];

const features = [
  { title: "Whole session", text: "Long chats export from the first message to the last." },
  { title: "Speakers marked", text: "Every turn is labeled, so the file reads like a transcript." },
  { title: "Code kept intact", text: "Blocks keep their indentation and line breaks." },
  { title: "Sensible names", text: "Files take the chat title and the date." },
];

const beforeYouBuy = [
  ["Works in", extender.worksIn],
  ["Reads", extender.reads],
  ["Refund", extender.refund],
  ["Updates", extender.updates],
] as const;

const terminal = [
  { prompt: "ls chats/ | wc -l" },
  "212",
  { prompt: 'grep -il "exit terms" chats/*.txt' },
  "chats/vendor-comparison-2024-12-01.txt",
  "chats/renewal-2023-11-14.txt",
  { prompt: 'grep -n -A2 "11.2" chats/vendor-*.txt' },
  { note: "18: [assistant]" },
  { note: '19: Section 11.2: "Either party may end' },
  { note: "20: this agreement on sixty days' notice.\"" },
];

const Buy = ({ variant }: { variant: "accent" | "solid" }) => (
  <ButtonLink variant={variant} href={links.payment}>
    Buy for {extender.price}
  </ButtonLink>
);

/** `supportHref` differs on the tools host, where only this page exists. */
export function ExtenderSheet({ supportHref, upLink }: { supportHref: string; upLink: boolean }) {
  return (
    <>
      <PageHead className="grid items-center gap-x-gap gap-y-12 pb-section lg:columns-page lg:grid-rows-[minmax(29rem,auto)]">
        <div className="lg:col-span-5">
          {upLink && <BackLink href="/tools">All tools</BackLink>}
          <StatusBadge status="Live" />
          <h1 className="serif mt-4.5 mb-5 text-display max-sm:text-[2.5rem] lg:max-2xl:text-[clamp(3rem,5.2vw,5.25rem)]">
            GPT Extender Lite
          </h1>
          <p className="max-w-136 text-lead">
            A browser extension that saves a whole chat session as a text file. One click, one file, yours to keep.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-4">
            <Buy variant="accent" />
            <span className="text-small text-muted">One-time payment. Opens in a new tab.</span>
          </div>
        </div>
        <div className="pb-10 lg:col-span-6 lg:col-start-7">
          <ChatBesideFile />
        </div>
      </PageHead>

      <Section continues>
        <h2 className="sr-only">Benefits</h2>
        <ul className="grid grid-cols-2 border-t border-ink lg:grid-cols-4">
          {benefits.map(({ figure, title, text }) => (
            <li
              key={title}
              className="border-line pt-6 pr-gap pb-2 even:border-l even:pl-gap max-lg:nth-[n+3]:mt-5 max-lg:nth-[n+3]:border-t lg:not-first:border-l lg:not-first:pl-gap"
            >
              <p className="serif mb-4 text-[clamp(2.125rem,1.4rem+2.3vw,3.5rem)] leading-none tracking-[-0.03em]">
                {figure}
              </p>
              <h3 className="mb-1.5 text-head">{title}</h3>
              <p className="text-small text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section field="nil">
        <HeadRow>
          <h2 className="serif text-title">How it works</h2>
        </HeadRow>
        <Steps steps={howItWorks} />
      </Section>

      <Section>
        <HeadRow>
          <h2 className="serif text-title">What people do with the files</h2>
        </HeadRow>
        <div className="grid items-start gap-x-[calc(var(--spacing-gap)*2)] gap-y-10 lg:grid-cols-[5fr_7fr]">
          <ul className="border-b border-line">
            {purposes.map(({ title, text }) => (
              <li key={title} className="border-t border-line py-4.5">
                <h3 className="text-head">{title}</h3>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ul>
          <CopyableTerminal title="Searching exported sessions" lines={terminal} />
        </div>
      </Section>

      <Section field="sunken" className="grid gap-x-gap gap-y-12 lg:grid-cols-[4fr_8fr]">
        <div>
          <h2 className="serif text-title">Key features</h2>
          <div className="mt-8 grid justify-items-start gap-6">
            <Buy variant="solid" />
            <p className="text-small text-muted">
              If something is not right, a person answers.
              <br />
              <a href={supportHref} className={textLinkClass}>
                Get support
              </a>
            </p>
          </div>
        </div>
        <ul className="grid gap-x-gap sm:grid-cols-2">
          {features.map(({ title, text }) => (
            <li key={title} className="grid content-start gap-2 border-t border-ink pt-5 pb-11">
              <h3 className="text-head">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section>
        <HeadRow>
          <h2 className="serif text-title">Before you buy</h2>
        </HeadRow>
        <dl className="border-b border-line">
          {beforeYouBuy.map(([term, text]) => (
            <div key={term} className="grid gap-x-gap gap-y-1 border-t border-line py-4 sm:grid-cols-[3fr_9fr]">
              <dt className="font-[650]">{term}</dt>
              <dd className="max-w-160 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}
