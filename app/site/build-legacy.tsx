// The former build page, kept for old links: four capabilities and five products as rows.
import { buildServices } from "#content/services.ts";
import { contactLink } from "#content/subjects.ts";
import { type Tool, tools } from "#content/tools.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { PageHandle } from "./page-handle.ts";
import { cardPath, pageMeta } from "./page-meta.ts";
import { HeadRow, PageHead, Section } from "./sections/section.tsx";

export const handle: PageHandle = { field: "nil" };
export const meta = () =>
  pageMeta({
    title: "Build: capabilities and products",
    description:
      "The former build page: four build capabilities with their usual length, and the five products we make ourselves.",
    path: "/build-legacy",
    index: false,
    card: cardPath("/development"),
  });

function ProductRow({ tool }: { tool: Tool }) {
  const cells = (
    <>
      <h3 className="serif text-sub">{tool.title}</h3>
      <p className="text-muted">{tool.description}</p>
      <p>
        <StatusBadge status={tool.status} />
      </p>
      {tool.link && (
        <Icon
          name="arrow"
          className="justify-self-end transition-[translate] duration-300 ease-flow group-hover:translate-x-0.75 max-lg:hidden"
        />
      )}
    </>
  );
  const row = "grid items-baseline gap-x-gap gap-y-2 py-6 lg:grid-cols-[3fr_6fr_10rem_2rem]";
  return (
    <li className="border-t border-line">
      {tool.link ? (
        <a href={tool.link} className={`group no-underline ${row}`}>
          {cells}
        </a>
      ) : (
        <div className={row}>{cells}</div>
      )}
    </li>
  );
}

export default function BuildLegacy() {
  return (
    <>
      <PageHead field="nil" className="pb-section">
        <HeadRow>
          <h1 className="serif text-display lg:max-2xl:text-[clamp(3rem,5.6vw,5.25rem)]">
            What we build, and what we have built
          </h1>
          <div>
            <p className="mb-6 text-lead">Four kinds of work for clients, and five products of our own.</p>
            <ButtonLink variant="accent" href={contactLink("Build Inquiry")}>
              Start a build inquiry
            </ButtonLink>
          </div>
        </HeadRow>
        <h2 className="mb-5 text-head">Build capabilities</h2>
        <ol className="border-b border-line">
          {buildServices.map(({ title, summary, usually }) => (
            <li
              key={title}
              className="grid items-baseline gap-x-gap gap-y-2 border-t border-line py-6 first:border-ink lg:grid-cols-[4fr_6fr_9rem]"
            >
              <h3 className="serif text-sub">{title}</h3>
              <p className="text-muted">{summary}</p>
              <p className="text-small lg:text-right">{usually}</p>
            </li>
          ))}
        </ol>
      </PageHead>
      <Section>
        <h2 className="mb-5 text-head">Products</h2>
        <ul className="border-b border-line">
          {tools.map((tool) => (
            <ProductRow key={tool.title} tool={tool} />
          ))}
        </ul>
        <p className="mt-10">
          <ButtonLink variant="solid" href={contactLink("Build Inquiry")}>
            Ask about a build
          </ButtonLink>
        </p>
      </Section>
    </>
  );
}
