// Layout of a documentation page: index at left, text, "On this page" at right, previous and next below.
import { docs } from "virtual:docs-outline";
import type { ReactNode } from "react";
import { type DocIndexPage, type DocPath, type DocSection, markdownPath } from "#content/docs-pages.ts";
import { links } from "#content/site.ts";
import { TextLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { longDate } from "../article-files.ts";
import { absolute, pageMeta } from "../page-meta.ts";
import { DocsSearch } from "./docs-search.tsx";
import styles from "./docs.css?inline";

function indexOf(path: DocPath): [page: DocIndexPage, place: number] {
  const place = docs.findIndex((page) => page.path === path);
  const page = docs[place];
  if (!page) throw new Error(`No documentation at ${path}`);
  return [page, place];
}

/** Title, breadcrumbs and structured data; `how` adds the numbered sections as a HowTo. */
export function docMeta(path: DocPath, { how = false } = {}) {
  const [page] = indexOf(path);
  const steps = page.sections.filter((section) => section.level === 2 && /^\d+\. /.test(section.heading));
  return pageMeta({
    title: page.title,
    description: page.description,
    path,
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Tools", path: "/tools" },
      { name: "Bootloader", path: "/build/products/bootloader" },
      { name: page.label, path },
    ],
    jsonLd: [
      {
        "@type": "TechArticle",
        headline: page.title,
        description: page.description,
        dateModified: page.updated,
        url: absolute(path),
      },
      ...(how
        ? [
            {
              "@type": "HowTo",
              name: page.title,
              description: page.description,
              totalTime: "PT5M",
              step: steps.map(({ heading, id, text }, index) => ({
                "@type": "HowToStep",
                position: index + 1,
                name: heading.replace(/^\d+\. /, ""),
                text,
                url: absolute(`${path}#${id}`),
              })),
            },
          ]
        : []),
    ],
  });
}

function PageList({ current }: { current: DocPath }) {
  return (
    <ul className="text-small">
      {docs.map(({ path, label }) => (
        <li key={path}>
          <a
            href={path}
            aria-current={path === current ? "page" : undefined}
            className="block border-l-2 border-line py-1.5 pl-4 text-muted no-underline hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function SectionList({ sections }: { sections: readonly DocSection[] }) {
  return (
    <ul className="text-caption">
      {sections
        .filter((section) => section.level < 4)
        .map(({ id, heading, level }) => (
          <li key={id} className={level === 3 ? "pl-3.5" : undefined}>
            <a
              href={`#${id}`}
              className="block py-1 text-muted decoration-accent decoration-2 underline-offset-4 not-aria-[current]:no-underline hover:text-ink aria-[current]:text-ink"
            >
              {heading}
            </a>
          </li>
        ))}
    </ul>
  );
}

/** Opens upwards, from the bar at the foot of a small screen. One at a time. */
function Folded({ title, width, children }: { title: string; width: string; children: ReactNode }) {
  return (
    <details name="docs-bar" className="group shrink-0">
      {/* As wide whatever font its word is drawn in: its neighbours do not move when ours comes late. */}
      <summary
        className={`${width} flex min-h-11 items-center justify-between gap-1.5 rounded-2 border border-control px-3 text-small font-semibold hover:border-ink [&::-webkit-details-marker]:hidden`}
      >
        {title}
        <Icon name="chevron" className="rotate-180 transition-[rotate] duration-300 group-open:rotate-0" />
      </summary>
      <div className="absolute inset-x-gutter bottom-full mb-2 max-h-[60dvh] overflow-y-auto rounded-1 rounded-br-turn-btn border border-line bg-surface p-4 shadow-2">
        {children}
      </div>
    </details>
  );
}

function Neighbor({ page, rel }: { page: DocIndexPage | undefined; rel: "prev" | "next" }) {
  if (!page) return <span />;
  const next = rel === "next";
  return (
    <a
      href={page.path}
      rel={rel}
      className={`group grid gap-0.5 border border-line p-4 no-underline hover:border-ink ${next ? "justify-items-end rounded-br-turn-btn text-right" : ""}`}
    >
      <span className="text-caption text-muted">{next ? "Next" : "Previous"}</span>
      <span className="flex items-center gap-2 font-semibold">
        {!next && <Icon name="back" />}
        {page.label}
        {next && <Icon name="arrow" />}
      </span>
    </a>
  );
}

export function DocsPage({ path, children }: { path: DocPath; children: ReactNode }) {
  const [page, place] = indexOf(path);
  return (
    <>
      <style href="docs" precedence="docs">
        {styles}
      </style>
      {/* As for the header: not before the bar is whole. */}
      <link rel="expect" href="#article" blocking="render" />
      <div className="wrap-page grid grid-cols-[minmax(0,1fr)] gap-x-[calc(var(--spacing-gap)*1.75)] pt-[calc(4.75rem+clamp(1.5rem,3vw,3rem))] pb-section lg:grid-cols-[14rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_12rem]">
        {/* Beside the text on wide screens, else a bar at the foot of the screen for as long as the text is. */}
        <div
          data-docs-bar=""
          className="max-lg:sticky max-lg:bottom-0 max-lg:z-30 max-lg:-mx-gutter max-lg:flex max-lg:items-center max-lg:gap-2 max-lg:self-end max-lg:border-t max-lg:border-line max-lg:bg-ground max-lg:px-gutter max-lg:py-2 max-lg:[grid-area:1/1] max-lg:[&:has(input:focus)_details]:hidden lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:self-start"
        >
          <DocsSearch />
          <nav aria-label="Documentation" className="mt-6 max-lg:hidden">
            <p className="mb-2 text-small font-semibold">
              <a
                href="/build/products/bootloader"
                className="inline-flex min-h-6 items-center no-underline hover:underline"
              >
                Bootloader
              </a>
            </p>
            <PageList current={path} />
            <TextLink href={links.bootloaderRepository} className="mt-5 text-caption">
              Source repository
            </TextLink>
          </nav>
          <div data-behavior="docs-outline" className="contents lg:hidden">
            <Folded title="Pages" width="w-23">
              <nav aria-label="Documentation, short">
                <PageList current={path} />
              </nav>
            </Folded>
            <Folded title="Sections" width="w-28">
              <nav aria-label="On this page, short">
                <SectionList sections={page.sections} />
              </nav>
            </Folded>
          </div>
        </div>
        <article id="article" tabIndex={-1} className="min-w-0 outline-none max-lg:pb-20 max-lg:[grid-area:1/1]">
          <h1 className="serif text-title">{page.title}</h1>
          {/* On a phone one below the other: side by side they fit in one font and not in its substitute, and the page would jump. */}
          <p className="mt-3 flex items-center gap-x-5 text-caption text-muted max-sm:flex-col max-sm:items-start">
            <span>
              Last updated <time dateTime={page.updated}>{longDate(page.updated)}</time>
            </span>
            <a href={markdownPath(path)} className="inline-flex min-h-6 items-center underline hover:text-ink">
              This page as Markdown
            </a>
          </p>
          <div className="doc mt-6">{children}</div>
          <nav aria-label="Previous and next" className="mt-16 grid gap-4 sm:grid-cols-2">
            <Neighbor page={docs[place - 1]} rel="prev" />
            <Neighbor page={docs[place + 1]} rel="next" />
          </nav>
        </article>
        <nav
          aria-label="On this page"
          data-behavior="docs-outline"
          className="overflow-y-auto max-xl:hidden xl:sticky xl:top-24 xl:max-h-[calc(100dvh-7rem)] xl:self-start"
        >
          <p className="mb-2 text-caption font-semibold">On this page</p>
          <SectionList sections={page.sections} />
        </nav>
      </div>
    </>
  );
}
