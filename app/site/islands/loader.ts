// Hydrates the islands of a public page one by one, each when its `when` comes true. React itself is loaded by the first.
import { toastWaiting } from "../../ui/toast.ts";
import "./copy-on-click.ts";
import { arriveFromAuth } from "./from-auth.ts";
import { startHeader } from "./header.ts";

type Part = Record<string, unknown>;
const parts = import.meta.glob<Part>("./*.island.tsx");

/** Parts so small that React would outweigh them: `data-behavior="tabs"` is started by `tabs.behavior.ts`. */
const behaviors = import.meta.glob<{ start(element: HTMLElement): void }>("./*.behavior.ts");

/** What the visitor reads comes first, then what answers: the ground may be painted a while before the words. */
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((list) => {
    // Told of a frame that is about to be shown: with the next one it has been.
    if (list.getEntriesByName("first-contentful-paint").length > 0) requestAnimationFrame(() => resolve());
  }).observe({ type: "paint", buffered: true });
  // A page in the background is not painted, and a slow phone may take its time.
  setTimeout(resolve, document.visibilityState === "visible" ? 10_000 : 1000);
});

async function behave(element: HTMLElement) {
  await painted;
  const module = await behaviors[`./${element.dataset.behavior}.behavior.ts`]?.();
  module?.start(element);
  element.dataset.ready = "";
}

/** Islands wake in tasks of their own: a page full of them still answers a tap between two. */
let line = Promise.resolve();
const ownTask = () => (line = line.then(() => new Promise((resolve) => setTimeout(resolve))));

async function hydrate(element: HTMLElement) {
  const [file = "", name = ""] = (element.dataset.island ?? "").split("#");
  const load = parts[`./${file}.island.tsx`];
  if (!load) return;
  try {
    const [{ hydrateIsland }, part] = await Promise.all([import("./hydrate.ts"), load()]);
    await ownTask();
    await hydrateIsland(element, part[name], element.dataset.props ?? "{}", element.dataset.id ?? "");
    element.dataset.ready = "";
  } catch (error) {
    // The page stays usable as a document; the next page load tries again.
    console.error(`Island ${file} did not load`, error);
  }
}

/** With a limit: a browser may find no idle moment for good, seen in about one of 200 visits with a busy processor. */
const whenIdle = (run: () => void) =>
  "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 1500 }) : setTimeout(run, 200);

/** Hydrates at the first touch, and gives a click that came before React was there to the component afterwards. */
function onInteraction(element: HTMLElement) {
  const events = ["pointerenter", "pointerdown", "focusin", "keydown", "touchstart"] as const;
  let early: HTMLElement | null = null;
  const keepClick = (event: Event) => {
    early = (event.target as Element).closest<HTMLElement>("button");
    if (!early) return;
    event.preventDefault();
    // No one else may answer it too: the component can be listening already while it is not yet ready.
    event.stopImmediatePropagation();
  };
  // Anyone who goes on typing has seen that the click did nothing, and will click again.
  const forgetClick = () => {
    early = null;
  };
  const run = async () => {
    for (const event of events) element.removeEventListener(event, run, true);
    await hydrate(element);
    element.removeEventListener("click", keepClick, true);
    element.removeEventListener("input", forgetClick, true);
    if ("ready" in element.dataset) early?.click();
  };
  for (const event of events) element.addEventListener(event, run, { capture: true, passive: true });
  element.addEventListener("click", keepClick, true);
  element.addEventListener("input", forgetClick, true);
  // The visitor was faster than this script.
  if (element.contains(document.activeElement)) void run();
}

/** Until one of them is on the screen, or nearly. */
const near = (elements: Iterable<Element>) =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: "100px" },
    );
    for (const element of elements) observer.observe(element);
  });

async function onVisible(element: HTMLElement) {
  // The island itself has no box (display: contents); what is inside it does, at the latest one level down.
  await near(element.querySelectorAll(":scope > *, :scope > * > *"));
  await hydrate(element);
}

const start: Record<string, (element: HTMLElement) => void> = {
  idle: (element) => void painted.then(() => whenIdle(() => void hydrate(element))),
  visible: (element) => void painted.then(() => onVisible(element)),
  interaction: onInteraction,
  toast: (element) => window.addEventListener(toastWaiting, () => void hydrate(element), { once: true }),
};

startHeader();
// Browsers without speculation rules fetch a page ahead by hand.
if (!HTMLScriptElement.supports?.("speculationrules")) void import("./prefetch-links.ts");
for (const element of document.querySelectorAll<HTMLElement>("gv-island"))
  start[element.dataset.when ?? "idle"]?.(element);
for (const element of document.querySelectorAll<HTMLElement>("[data-behavior]")) void behave(element);
// Long drawings are files of their own (tools/site-build/move-art.ts): the words come first.
void painted.then(() =>
  whenIdle(() => {
    for (const use of document.querySelectorAll<SVGUseElement>("use[data-late]"))
      use.setAttribute("href", use.dataset.late ?? "");
  }),
);
arriveFromAuth();
