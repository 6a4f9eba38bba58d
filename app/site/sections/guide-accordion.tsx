import type { GuideBlock, GuideTopic } from "#content/guide.ts";
import { Accordion } from "../../ui/accordion.tsx";

/** Hebrew words inside a sentence say so: a screen reader changes its voice for them. */
const withHebrew = (text: string) =>
  text.split(/(\p{Script=Hebrew}+)/u).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} lang="he" dir="rtl">
        {part}
      </span>
    ) : (
      part
    ),
  );

function Block({ block }: { block: GuideBlock }) {
  if (block.kind === "text") return <p>{withHebrew(block.text)}</p>;
  if (block.kind === "list")
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item} className="border-t border-line py-2.5">
            {withHebrew(item)}
          </li>
        ))}
      </ul>
    );
  const { custom, hebrew, sound, meaning } = block.phrase;
  return (
    <div className="border-l-2 border-ink pl-5 text-ink">
      <p lang="he" dir="rtl" className="font-[Frank_Ruhl_Libre_Variable,serif] text-2xl leading-relaxed">
        {hebrew}
      </p>
      <p className="mt-1 font-semibold">{sound}</p>
      <p>{meaning}</p>
      <p className="text-small text-muted">{custom}</p>
    </div>
  );
}

/** The eight topics: one open at a time. */
export function GuideAccordion({ topics }: { topics: readonly GuideTopic[] }) {
  return (
    <div data-behavior="accordion">
      <Accordion
        items={topics.map(({ id, title, blocks }) => ({
          id,
          title,
          body: (
            <div className="grid gap-4">
              {blocks.map((block, index) => (
                <Block key={index} block={block} />
              ))}
            </div>
          ),
        }))}
      />
    </div>
  );
}
