// /build/{name}/availut: how to comfort a mourner. Paper only, one column, no motion, no drawings; the guide comes first, then the
// card, then the newsletter, and the page ends without a call to action.
import { etiquetteCard, guidePath, guideSources, guideTopics, type Phrase } from "#content/guide.ts";
import { links } from "#content/site.ts";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import type { PageHandle } from "./page-handle.ts";
import { pageMeta } from "./page-meta.ts";
import { GuideAccordion } from "./sections/guide-accordion.tsx";
import { NewsletterFrame } from "./sections/newsletter-frame.tsx";

export const handle: PageHandle = { field: "paper", closing: "quiet" };

// The page answers under any name; this is the address we use and the one search engines should keep.
export const meta = () =>
  pageMeta({
    title: "Comforting mourners: a short guide",
    description:
      "What to do, say and leave out in a Jewish house of mourning, in eight short topics, with a card to print and carry.",
    path: guidePath,
    jsonLd: [
      {
        "@type": "HowTo",
        name: "How to comfort a mourner",
        step: guideTopics.map(({ title, blocks }) => ({
          "@type": "HowToStep",
          name: title,
          text: blocks
            .map((block) =>
              block.kind === "text" ? block.text : block.kind === "list" ? block.items.join(" ") : block.phrase.meaning,
            )
            .join(" "),
        })),
      },
    ],
  });

const column = "mx-auto w-full max-w-176 px-gutter";

function CardPhrase({ phrase }: { phrase: Phrase }) {
  return (
    <div className="border-t border-line py-2.5">
      <p lang="he" dir="rtl" className="font-[Frank_Ruhl_Libre_Variable,serif] text-xl leading-relaxed">
        {phrase.hebrew}
      </p>
      <p className="text-caption font-semibold">{phrase.sound}</p>
      <p className="text-caption">
        {phrase.meaning} <span className="text-muted">{phrase.custom}.</span>
      </p>
    </div>
  );
}

function CardPreviews() {
  const { front, back } = etiquetteCard;
  const side = "flex h-full flex-col border border-control bg-surface p-6";
  return (
    <div className="mt-8 grid gap-gap">
      <figure className="flex flex-col">
        <div className={side}>
          <h3 className="serif text-sub">{front.title}</h3>
          <ul className="mt-4 border-b border-line text-small">
            {front.lines.map((line) => (
              <li key={line} className="border-t border-line py-2">
                {line}
              </li>
            ))}
          </ul>
        </div>
        <figcaption className="mt-2 text-caption text-muted">Front</figcaption>
      </figure>
      <figure className="flex flex-col">
        <div className={side}>
          <h3 className="serif mb-4 text-sub">{back.title}</h3>
          {back.phrases.map((phrase) => (
            <CardPhrase key={phrase.sound} phrase={phrase} />
          ))}
          <p className="mt-auto pt-4 text-caption text-muted">{back.window}</p>
        </div>
        <figcaption className="mt-2 text-caption text-muted">Back</figcaption>
      </figure>
    </div>
  );
}

export default function NewsletterGuide() {
  return (
    <div className="pt-[calc(4.75rem+clamp(2.5rem,6vw,6rem))] pb-section">
      <div className={column}>
        <p className="text-small text-muted">Torah and AI, a weekly newsletter</p>
        <h1 className="serif mt-4 text-[clamp(2.5rem,1.8rem+3vw,3.75rem)] leading-none tracking-[-0.028em] text-balance">
          When someone you know is mourning
        </h1>
        <p className="mt-6 text-lead">
          Jewish practice has thought for a long time about what to do in a house of mourning, and most of it is about
          being quiet well. This page is a short guide to nichum aveilim, comforting mourners, for friends, colleagues
          and neighbors of any background.
        </p>
        <div className="mt-8 flex flex-wrap gap-4">
          <ButtonLink variant="solid" href="#guide" arrow={false}>
            Read the guide
          </ButtonLink>
          <ButtonLink variant="line" href="#card" arrow={false}>
            Get the card
          </ButtonLink>
          <ButtonLink variant="line" href="#subscribe" arrow={false}>
            Subscribe
          </ButtonLink>
        </div>
      </div>

      <section id="guide" className={`${column} pt-section`}>
        <h2 className="serif mb-8 text-title">The guide, in eight topics</h2>
        <GuideAccordion topics={guideTopics} />
        <p className="mt-6 text-small text-muted">{guideSources}</p>
      </section>

      <section id="card" className={`${column} pt-section`}>
        <h2 className="serif text-title">A card for your coat pocket</h2>
        <p className="mt-3 max-w-136 text-muted">
          Six by four inches, printed on both sides. Leave one in the car; you will not have time to look this up.
        </p>
        <CardPreviews />
        <p className="mt-8">
          <ButtonLink variant="solid" icon="download" href={etiquetteCard.file} download arrow={false}>
            Download the etiquette card (PDF)
          </ButtonLink>
        </p>
      </section>

      <section id="subscribe" className={`${column} pt-section`}>
        <h2 className="serif text-title">Subscribe</h2>
        <p className="mt-3 mb-6 max-w-136 text-muted">
          One letter a week: a passage from the week’s reading and one question it raises about the machines we are
          building.
        </p>
        <NewsletterFrame title="Newsletter sign-up" />
        <p className="mt-6">
          <TextLink href={links.newsletterArchive}>Read past letters in the archive</TextLink>
        </p>
      </section>
    </div>
  );
}
