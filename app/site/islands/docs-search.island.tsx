// Search over the documentation: a combobox with a list of sections. Its index is one file of ours, loaded on first focus.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { DocIndexPage } from "#content/docs-pages.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { searchDocs } from "../docs/search-docs.ts";

type Index = readonly DocIndexPage[] | "loading" | "failed";

const loadIndex = (): Promise<Index> =>
  import("virtual:docs-index").then(
    ({ docs }) => docs,
    () => "failed",
  );

export function DocsSearch() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [index, setIndex] = useState<Index>("loading");
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);

  // Focus is what loads this component, so the first letters may be there before it.
  useEffect(() => {
    void loadIndex().then(setIndex);
    const early = input.current?.value ?? "";
    setQuery(early);
    setOpen(early.trim() !== "");
  }, []);

  const type = (value: string) => {
    setQuery(value);
    setActive(0);
    setOpen(value.trim() !== "");
  };

  const hits = typeof index === "object" && open ? searchDocs(index, query) : [];
  const shown = open && query.trim() !== "";
  const optionId = (place: number) => `${id}-hit-${place}`;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && shown) setOpen(false);
    else if (event.key === "ArrowDown" && !shown) setOpen(true);
    else if (hits.length === 0) return;
    else if (event.key === "ArrowDown") setActive((active + 1) % hits.length);
    else if (event.key === "ArrowUp") setActive((active - 1 + hits.length) % hits.length);
    else if (event.key === "Enter") {
      location.assign(hits[active]?.href ?? "");
      setOpen(false);
    } else return;
    event.preventDefault();
  };

  const status =
    index === "failed"
      ? "The search could not be loaded. Reload the page to try again."
      : index === "loading"
        ? "Loading…"
        : hits.length === 0
          ? `Nothing found for “${query.trim()}”.`
          : null;

  return (
    <search className="needs-script relative block">
      <label htmlFor={`${id}-input`} className="sr-only">
        Search the documentation
      </label>
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 text-muted" />
      <input
        ref={input}
        id={`${id}-input`}
        type="search"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        placeholder="Search the docs"
        aria-autocomplete="list"
        aria-expanded={shown && hits.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && hits.length > 0 ? optionId(active) : undefined}
        defaultValue=""
        onBlur={() => setOpen(false)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-11 w-full rounded-2 border border-control bg-surface pr-3 pl-10 text-small hover:border-ink"
      />
      <div
        hidden={!shown}
        className="absolute top-full left-0 z-20 mt-2 w-[min(30rem,calc(100vw-2.5rem))] overflow-hidden rounded-1 rounded-br-turn-btn border border-line bg-surface shadow-2"
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list cannot hold links */}
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Sections found">
          {hits.map((hit, place) => (
            <a
              key={hit.href}
              id={optionId(place)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option cannot be a link
              role="option"
              aria-selected={place === active}
              href={hit.href}
              tabIndex={-1}
              // The input keeps the focus and handles the keys; a pointer follows the link.
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setActive(place)}
              onClick={() => setOpen(false)}
              className={classNames(
                "block border-b border-line px-4 py-2.5 no-underline",
                place === active && "bg-nil",
              )}
            >
              <span className="flex items-baseline justify-between gap-4">
                <b className="text-small font-[650]">{hit.heading}</b>
                <span className="shrink-0 text-caption text-muted">{hit.page}</span>
              </span>
              <span className="block truncate text-caption text-muted">{hit.excerpt}</span>
            </a>
          ))}
        </div>
        <output className={status ? "block px-4 py-3 text-small text-muted" : "sr-only"}>
          {status ?? `${hits.length} ${hits.length === 1 ? "section" : "sections"} found`}
        </output>
      </div>
    </search>
  );
}
