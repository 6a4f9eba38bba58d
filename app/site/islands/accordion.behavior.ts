// The accordion of ui/accordion.tsx, on a page that loads no React: one row open at a time, all may be closed.
import { stepFocus } from "../../ui/arrow-keys.ts";

export function start(root: HTMLElement) {
  const headers = [...root.querySelectorAll<HTMLElement>("[data-accordion]")];

  const fold = (header: HTMLElement, open: boolean) => {
    header.ariaExpanded = String(open);
    document.getElementById(header.getAttribute("aria-controls") ?? "")?.classList.toggle("folded", !open);
  };

  root.addEventListener("click", (event) => {
    const chosen = headers.find((header) => header.contains(event.target as Node));
    if (!chosen) return;
    const open = chosen.ariaExpanded !== "true";
    for (const header of headers) fold(header, header === chosen && open);
  });
  root.addEventListener("keydown", (event) => {
    const index = headers.indexOf(event.target as HTMLElement);
    const next = index < 0 ? null : stepFocus(event.key, index, headers.length);
    if (next === null) return;
    event.preventDefault();
    headers[next]?.focus();
  });
}
