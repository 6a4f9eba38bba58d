import { type Tool, tools } from "#content/tools.ts";
import { contactLink } from "#content/subjects.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { ButtonLink, TextLink } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { absolute, pageMeta } from "./page-meta.ts";
import { HeadRow, PageHead } from "./sections/section.tsx";

export const meta = () =>
  pageMeta({
    title: "Tools",
    description:
      "Five small tools that do one thing each: Bootable, GPT Extender Lite, BookDev, Bavl and lttr, with a label that says what is finished.",
    path: "/tools",
    jsonLd: [
      {
        "@type": "ItemList",
        itemListElement: tools.map((tool, index) => ({
          "@type": "ListItem",
          position: index + 1,
          name: tool.title,
          ...(tool.link ? { url: absolute(tool.link) } : {}),
        })),
      },
    ],
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Tools", path: "/tools" },
    ],
  });

const row =
  "group relative isolate grid grid-cols-[1fr_auto] items-baseline gap-x-gap gap-y-3 max-sm:gap-x-3 border-t border-line py-8 no-underline lg:grid-cols-12";
const wash =
  "before:absolute before:-inset-x-gap before:inset-y-0 before:-z-1 before:rounded-br-[2rem] before:bg-nil before:opacity-0 before:transition-opacity before:duration-200 hover:before:opacity-100";

function ToolRow({ tool }: { tool: Tool }) {
  const cells = (
    <>
      <h2 className="serif text-title lg:col-span-4">{tool.title}</h2>
      <p className="self-center lg:col-span-2 lg:self-baseline">
        <StatusBadge status={tool.status} />
      </p>
      <p className="row-start-3 text-small text-muted lg:col-span-2 lg:row-start-auto">{tool.category}</p>
      <p className="col-span-2 row-start-2 text-small text-muted lg:col-span-3 lg:row-start-auto">{tool.description}</p>
      {tool.link && (
        <Icon
          name="arrow"
          className="row-start-3 justify-self-end transition-[translate] duration-300 ease-flow group-hover:translate-x-0.75 lg:row-start-auto lg:self-center"
        />
      )}
    </>
  );
  return tool.link ? (
    <a href={tool.link} className={classNames(row, wash)}>
      {cells}
    </a>
  ) : (
    <div className={row}>{cells}</div>
  );
}

export default function Tools() {
  return (
    <PageHead className="pb-section">
      <HeadRow>
        <h1 className="serif text-display">Small tools that do one thing</h1>
        <p className="text-lead">
          Built for our own work first. Some are finished, some are still on the bench, and the label says which.
        </p>
      </HeadRow>
      <ul className="border-b border-line">
        {tools.map((tool) => (
          <li key={tool.title}>
            <ToolRow tool={tool} />
          </li>
        ))}
      </ul>
      <div className="mt-10 flex flex-wrap items-center justify-between gap-x-7 gap-y-4 border-b border-line pb-10">
        <div className="max-w-120">
          <p className="serif text-sub">And one for developers: Bootloader</p>
          <p className="mt-2 text-muted">
            Bootable is the infrastructure we build agents on. Bootloader is the command line that runs them in your own
            repository, with its own plans and documentation.
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
          <TextLink href="/build/products/bootloader">Bootloader</TextLink>
          <TextLink href="/docs/bootloader">Documentation</TextLink>
        </div>
      </div>
      <div className="mt-10 flex flex-wrap items-center justify-between gap-x-7 gap-y-4">
        <p className="serif max-w-[14.4em] text-sub">When the tool you need does not exist yet</p>
        <ButtonLink variant="accent" href={contactLink("Custom Tool Development")}>
          Custom tool development
        </ButtonLink>
      </div>
    </PageHead>
  );
}
