// The search box as a document has it; islands/docs-search.behavior.ts makes it work.
import { useId } from "react";
import { Icon } from "../../ui/icon.tsx";

export function DocsSearch() {
  const id = useId();
  return (
    <search data-behavior="docs-search" className="needs-script relative block min-w-0 grow">
      <label htmlFor={`${id}-input`} className="sr-only">
        Search the documentation
      </label>
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 text-muted" />
      <input
        id={`${id}-input`}
        type="search"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        placeholder="Search the docs"
        aria-keyshortcuts="/ Control+K"
        aria-autocomplete="list"
        aria-expanded="false"
        aria-controls={`${id}-list`}
        className="peer min-h-11 w-full rounded-2 border border-control bg-surface pr-3 pl-10 text-small hover:border-ink lg:pr-9 [&::-webkit-search-cancel-button]:grayscale"
      />
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute top-2.75 right-3 rounded-1 border border-line px-1.5 text-caption text-muted peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden max-lg:hidden"
      >
        /
      </kbd>
      <div
        data-popup=""
        hidden
        className="absolute left-0 z-20 flex max-h-[min(32rem,60dvh)] w-[min(30rem,calc(100vw-2.5rem))] flex-col overflow-y-auto rounded-1 rounded-br-turn-btn border border-line bg-surface shadow-2 max-lg:bottom-full max-lg:mb-2 lg:top-full lg:mt-2"
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list cannot hold links */}
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Sections found" />
        <output className="-order-1 block border-b border-line px-4 py-3 text-small text-muted" />
      </div>
      <template>
        <a
          href="#main"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native option cannot be a link
          role="option"
          aria-selected="false"
          tabIndex={-1}
          className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-line px-4 py-2.5 no-underline aria-selected:bg-nil"
        >
          <b data-slot="heading" className="text-small font-[650]">
            Section
          </b>
          <span data-slot="page" className="text-caption text-muted" />
          <span data-slot="excerpt" className="col-span-2 truncate text-caption text-muted" />
        </a>
      </template>
    </search>
  );
}
