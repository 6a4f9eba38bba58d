// Search over the documentation: a combobox with a list of sections. The search and its index are files of ours, loaded on
// first focus. "/" and Ctrl+K lead to it from anywhere on the page.
import type { Hit } from "../docs/search-docs.ts";

interface Search {
  find(query: string): Hit[];
  pages: Hit[];
}
type Index = Search | "loading" | "failed";

export function start(root: HTMLElement) {
  const find = <T extends HTMLElement>(selector: string) => root.querySelector<T>(selector) as T;
  const input = find<HTMLInputElement>("input");
  const popup = find("[data-popup]");
  const list = find("[role=listbox]");
  const status = find("output");
  const option = find<HTMLTemplateElement>("template").content.firstElementChild as HTMLAnchorElement;
  let index: Index = "loading";
  let hits: Hit[] = [];
  let found = 0;
  let active = 0;

  function load() {
    if (typeof index === "object") return;
    Promise.all([import("virtual:docs-index"), import("../docs/search-docs.ts")])
      .then(
        ([{ docs }, { pagesOf, searchDocs }]) =>
          (index = { find: (query) => searchDocs(docs, query), pages: pagesOf(docs) }),
        () => (index = "failed"),
      )
      .then(show);
  }

  function optionFor(hit: Hit, place: number) {
    const link = option.cloneNode(true) as HTMLAnchorElement;
    link.id = `${input.id}-${place}`;
    link.href = hit.href;
    for (const part of ["heading", "page", "excerpt"] as const) {
      const slot = link.querySelector(`[data-slot=${part}]`);
      if (slot) slot.textContent = hit[part];
    }
    return link;
  }

  function message(query: string): string {
    if (index === "failed") return "The search could not be loaded. Reload the page to try again.";
    if (index === "loading") return "Loading…";
    if (found === 0)
      return `Nothing found for “${query}”. Try a command, a flag or an error code, or open one of these pages.`;
    return `${found} ${found === 1 ? "section" : "sections"} found`;
  }

  function mark(place: number) {
    active = place;
    [...list.children].forEach((child, at) => (child.ariaSelected = String(at === place)));
    const current = list.children[place];
    if (current) input.setAttribute("aria-activedescendant", current.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function show() {
    const query = input.value.trim();
    hits = typeof index === "object" ? index.find(query) : [];
    found = hits.length;
    if (typeof index === "object" && found === 0) hits = index.pages;
    list.replaceChildren(...hits.map(optionFor));
    status.textContent = query === "" ? "" : message(query);
    status.classList.toggle("sr-only", found > 0);
    popup.hidden = query === "" || document.activeElement !== input;
    input.ariaExpanded = String(!popup.hidden && hits.length > 0);
    mark(0);
  }

  function close() {
    popup.hidden = true;
    input.ariaExpanded = "false";
    input.removeAttribute("aria-activedescendant");
  }

  function onKey(event: KeyboardEvent) {
    const closed = popup.hidden;
    if (event.key === "Escape" && !closed) close();
    else if (event.key === "ArrowDown" && closed) show();
    else if (closed || hits.length === 0) return;
    else if (event.key === "ArrowDown") mark((active + 1) % hits.length);
    else if (event.key === "ArrowUp") mark((active - 1 + hits.length) % hits.length);
    else if (event.key === "Enter") (list.children[active] as HTMLElement).click();
    else return;
    event.preventDefault();
  }

  const isTyping = (target: EventTarget | null) =>
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
  document.addEventListener("keydown", (event) => {
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!slash && !((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k")) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  input.addEventListener("focus", load);
  input.addEventListener("input", show);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", onKey);
  // The input keeps the focus; a pointer follows the link.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", close);
  list.addEventListener("mouseover", (event) => {
    const place = [...list.children].findIndex((child) => child.contains(event.target as Node));
    if (place >= 0) mark(place);
  });
  // The first focus and the first letters may have come before this file.
  if (document.activeElement === input) load();
  if (input.value !== "") show();
}
