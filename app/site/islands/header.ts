// The manners of the header that HTML alone does not have. Plain DOM: these are on every page, and React is not.
import { flipTheme } from "../../ui/theme.ts";

export const scrollThreshold = 50;

export function startHeader() {
  const root = document.documentElement;
  const showScroll = () => root.toggleAttribute("data-scrolled", window.scrollY > scrollThreshold);
  window.addEventListener("scroll", showScroll, { passive: true });
  // With the frame that lays the page out anyway: asked at once, the browser would lay it out twice.
  requestAnimationFrame(showScroll);

  for (const button of document.querySelectorAll("[data-theme-button]")) button.addEventListener("click", flipTheme);

  const button = document.querySelector<HTMLButtonElement>("#menu-button");
  const menu = document.querySelector<HTMLDialogElement>("#menu");
  if (!button || !menu) return;
  // Browsers without invoker commands (`command="show-modal"`) get the same by hand.
  if (!("commandForElement" in HTMLButtonElement.prototype)) button.addEventListener("click", () => menu.showModal());
  menu.addEventListener("toggle", () => button.setAttribute("aria-expanded", String(menu.open)));
  menu.addEventListener("click", (event) => {
    // A chosen link closes the panel (the page may come back from the back/forward cache); so does the scrim.
    if (event.target === menu || (event.target as Element).closest("a")) menu.close();
  });
}
