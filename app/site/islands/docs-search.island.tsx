// Search over the documentation: a combobox with a list of sections. Its index is one file of ours, loaded on first focus.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { DocIndexPage } from "#content/docs-pages.ts";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { searchDocs } from "../docs/search-docs.ts";

export function DocsSearch() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [docs, setDocs] = useState<readonly DocIndexPage[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);

  const load = () => {
    if (docs) return;
    setFailed(false);
    import("virtual:docs-index").then(
      (index) => setDocs(index.docs),
      () => setFailed(true),
    );
  };

  // Focus is what loads this component, so the first focus and the first letters came before it.
  // oxlint-disable-next-line react/exhaustive-deps -- once, when it comes alive
  useEffect(() => {
    if (document.activeElement !== input.current) return;
    load();
    type(input.current?.value ?? "");
  }, []);

  const type = (value: string) => {
    setQuery(value);
    setActive(0);
    setOpen(value.trim() !== "");
  };

  const hits = docs && open ? searchDocs(docs, query) : [];
  const shown = open && query.trim() !== "";
  const optionId = (index: number) => `${id}-hit-${index}`;

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

  const status = failed
    ? "The search could not be loaded. Reload the page to try again."
    : !docs
      ? "Loading…"
      : hits.length === 0
        ? `Nothing found for “${query.trim()}”.`
        : null;

  return (
    <div
      role="search"
      className="needs-script relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
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
        onFocus={load}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-11 w-full rounded-2 border border-control bg-surface pr-3 pl-10 text-small hover:border-ink"
      />
      <div
        hidden={!shown}
        className="absolute top-full left-0 z-20 mt-2 w-[min(30rem,calc(100vw-2.5rem))] overflow-hidden rounded-1 rounded-br-turn-btn border border-line bg-surface shadow-2"
      >
        <ul id={`${id}-list`} role="listbox" aria-label="Sections found">
          {hits.map((hit, index) => (
            // The input keeps the focus and handles the keys; a pointer follows the link.
            // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- aria-activedescendant moves instead of focus
            <li key={hit.href} id={optionId(index)} role="option" aria-selected={index === active}>
              <a
                href={hit.href}
                tabIndex={-1}
                onMouseEnter={() => setActive(index)}
                onClick={() => setOpen(false)}
                className={classNames("block border-b border-line px-4 py-2.5 no-underline", index === active && "bg-nil")}
              >
                <span className="flex items-baseline justify-between gap-4">
                  <b className="text-small font-[650]">{hit.heading}</b>
                  <span className="shrink-0 text-caption text-muted">{hit.page}</span>
                </span>
                <span className="block truncate text-caption text-muted">{hit.excerpt}</span>
              </a>
            </li>
          ))}
        </ul>
        <p role="status" className={status ? "px-4 py-3 text-small text-muted" : "sr-only"}>
          {status ?? `${hits.length} ${hits.length === 1 ? "section" : "sections"} found`}
        </p>
      </div>
    </div>
  );
}
