import { guidePath } from "#content/guide.ts";
import { links } from "#content/site.ts";
import { contactLink, type Subject } from "#content/subjects.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { ButtonLink, TextLink, TextLinkLook } from "../../ui/button.tsx";
import { pageMeta } from "../page-meta.ts";
import { BackLink } from "../sections/back-link.tsx";
import { HeadRow, PageHead, Section } from "../sections/section.tsx";

const path = "/tools/bavl";

export const meta = () =>
  pageMeta({
    title: "Bavl: Hebrew to English",
    description:
      "A Hebrew-to-English translation engine in beta, for translators who answer for every word they send out.",
    path,
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Tools", path: "/tools" },
      { name: "Bavl", path },
    ],
  });

const features = [
  { title: "Keeps the register", text: "Rabbinic, legal and spoken Hebrew are handled as different languages." },
  { title: "Shows its choices", text: "Every ambiguous word lists the readings it rejected." },
  { title: "Learns your glossary", text: "Fix a term once and the rest of the text follows." },
  { title: "Reads without vowels", text: "Unpointed text is pointed first, and the pointing is shown." },
  { title: "Knows a quotation", text: "Verses and mishnayot are recognized and cited, not translated afresh." },
  { title: "Keeps the lines", text: "Paragraphs, verse numbers and footnotes stay where they were." },
];

const audiences: { name: string; text: string; action: string; subject: Subject }[] = [
  {
    name: "Professional translators",
    text: "A first draft that argues with you, and a glossary that outlives the job. Beta places for working translators.",
    action: "Ask for access",
    subject: "Bavl Professional Access",
  },
  {
    name: "Readers and scholars",
    text: "Send the sentence it got wrong and the reading you prefer. Every report is answered by a person.",
    action: "Send feedback",
    subject: "Bavl Feedback",
  },
  {
    name: "Publishers and archives",
    text: "Whole catalogs, on your own machines if they may not leave your premises, with a price per thousand words.",
    action: "Talk about an archive",
    subject: "Bavl Enterprise",
  },
];

const phrase = "bg-nil text-inherit shadow-[0_0_0_0.12em_var(--nil)]";

function Sample() {
  return (
    <figure className="mt-4">
      <div className="grid border-t border-ink lg:grid-cols-2">
        <p
          lang="he"
          dir="rtl"
          className="border-line pt-7 pb-9 font-[Frank_Ruhl_Libre_Variable,serif] text-[clamp(1.625rem,1rem+2vw,2.625rem)] leading-normal lg:order-2 lg:border-l lg:pl-gap"
        >
          אֵיזֶהוּ חָכָם, <mark className={phrase}>הַלּוֹמֵד מִכָּל אָדָם</mark>.
        </p>
        <p className="border-line pt-7 pr-gap pb-9 font-display text-[clamp(1.375rem,1rem+1.7vw,2.5rem)] leading-[1.36] tracking-[-0.012em] max-lg:border-t">
          Who is wise? <mark className={phrase}>One who learns from every person.</mark>
        </p>
      </div>
      <figcaption className="border-t border-line py-3 text-caption text-muted">
        Avot 4:1. The marked phrases match. Reading rejected here: “is taught by,” a passive the pointing does not
        allow.
      </figcaption>
    </figure>
  );
}

export default function Bavl() {
  return (
    <>
      <PageHead className="pb-section">
        <BackLink href="/tools">All tools</BackLink>
        <HeadRow wide>
          <div>
            <StatusBadge status="Beta" />
            <h1 className="serif mt-4.5 text-display">Bavl reads Hebrew the way an editor does</h1>
          </div>
          <div>
            <p className="text-lead">A Hebrew-to-English engine for translators who answer for every word.</p>
            <div className="mt-6 flex flex-wrap items-center gap-x-7 gap-y-4">
              <ButtonLink variant="accent" href={contactLink("Bavl Professional Access")}>
                Request access
              </ButtonLink>
              <TextLink href={links.bavl}>Visit the Bavl site</TextLink>
            </div>
          </div>
        </HeadRow>
        <Sample />
      </PageHead>

      <Section field="nil">
        <HeadRow>
          <h2 className="serif text-title">What it does differently</h2>
        </HeadRow>
        <ul className="grid gap-x-gap sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ title, text }) => (
            <li key={title} className="border-t border-line pt-6 pb-11">
              <h3 className="text-head">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section>
        <HeadRow>
          <h2 className="serif text-title">Who works with it</h2>
          <p>Bavl is in beta. It is wrong sometimes, and it says how sure it is.</p>
        </HeadRow>
        <ul className="isolate border-b border-line">
          {audiences.map(({ name, text, action, subject }) => (
            <li key={name} className="border-t border-line">
              <a
                href={contactLink(subject)}
                className="group relative grid items-baseline gap-x-gap gap-y-2 py-[clamp(1.5rem,2.6vw,2.375rem)] no-underline before:absolute before:inset-y-0 before:-inset-x-gap before:-z-1 before:rounded-br-[2rem] before:bg-nil before:opacity-0 before:transition-opacity before:duration-200 hover:before:opacity-100 lg:grid-cols-[4fr_5fr_15rem]"
              >
                <h3 className="serif text-sub">{name}</h3>
                <p className="text-muted">{text}</p>
                <span className="lg:justify-self-end">
                  <TextLinkLook>{action}</TextLinkLook>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-10 max-w-160 text-small text-muted">
          The people behind Bavl write Torah and AI, a weekly newsletter. Its most requested letter became a short
          guide:{" "}
          <a href={guidePath} className="text-ink underline">
            how to comfort a mourner
          </a>
          .
        </p>
      </Section>
    </>
  );
}
