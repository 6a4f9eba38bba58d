// Hydrates the islands of a public page one by one, each when its `when` comes true. React itself is loaded by the first.
type Part = Record<string, unknown>;
const parts = import.meta.glob<Part>("./*.island.tsx");

async function hydrate(element: HTMLElement) {
  const [file = "", name = ""] = (element.dataset.island ?? "").split("#");
  const load = parts[`./${file}.island.tsx`];
  if (!load) return;
  try {
    const [{ hydrateIsland }, part] = await Promise.all([import("./hydrate.ts"), load()]);
    hydrateIsland(element, part[name], element.dataset.props ?? "{}", element.dataset.id ?? "");
    element.dataset.ready = "";
  } catch (error) {
    // The page stays usable as a document; the next page load tries again.
    console.error(`Island ${file} did not load`, error);
  }
}

const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));

const start: Record<string, (element: HTMLElement) => void> = {
  idle: (element) => whenIdle(() => void hydrate(element)),
  visible: (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void hydrate(element);
      },
      { rootMargin: "200px" },
    );
    for (const child of element.children) observer.observe(child);
  },
  interaction: (element) => {
    const events = ["pointerenter", "pointerdown", "focusin", "keydown", "touchstart"] as const;
    const run = () => {
      for (const event of events) element.removeEventListener(event, run, true);
      void hydrate(element);
    };
    for (const event of events) element.addEventListener(event, run, { capture: true, passive: true });
  },
};

for (const element of document.querySelectorAll<HTMLElement>("gv-island"))
  start[element.dataset.when ?? "idle"]?.(element);
