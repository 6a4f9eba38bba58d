// The tabs of ui/tabs.tsx, on a page that loads no React.
import { stepFocus } from "../../ui/arrow-keys.ts";

export function start(root: HTMLElement) {
  const tabs = [...root.querySelectorAll<HTMLElement>("[role=tab]")];

  const choose = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      tab.ariaSelected = String(tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls") ?? "")?.classList.toggle("folded", tab !== chosen);
    }
  };

  root.addEventListener("click", (event) => {
    const tab = tabs.find((candidate) => candidate.contains(event.target as Node));
    if (tab) choose(tab);
  });
  root.addEventListener("keydown", (event) => {
    const index = tabs.indexOf(event.target as HTMLElement);
    const next = index < 0 ? null : stepFocus(event.key, index, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    tab.focus();
    choose(tab);
  });
}
