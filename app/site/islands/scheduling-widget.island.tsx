import { useEffect, useRef, useState } from "react";
import { SkeletonBar } from "../../ui/skeleton.tsx";

/** How long the calendar may take before we offer the other ways. */
const patience = 8000;

/** Adds the script once, however often this is mounted, and calls back when it has failed. */
function addScript(src: string, onError: () => void) {
  const existing = document.querySelector<HTMLScriptElement>(`script[src="${CSS.escape(src)}"], script[src="${src}"]`);
  const script = existing ?? document.createElement("script");
  script.addEventListener("error", onError, { once: true });
  if (existing) return;
  script.src = src;
  script.async = true;
  document.head.append(script);
}

/** The place of the scheduling service's calendar. The service's script finds the container by its data path and fills it. */
export function SchedulingWidget({ script, dataPath, email }: { script: string; dataPath: string; email: string }) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const shown = new MutationObserver(() => element.childElementCount > 0 && setState("shown"));
    shown.observe(element, { childList: true, subtree: true });
    const fail = () => setState((now) => (now === "shown" ? now : "failed"));
    const timer = setTimeout(fail, patience);
    addScript(script, fail);
    return () => {
      shown.disconnect();
      clearTimeout(timer);
    };
  }, [script]);

  return (
    <div className="relative grid min-h-150" data-widget={state}>
      <div ref={container} data-path={dataPath} className="min-h-150 min-w-0 [grid-area:1/1]" />
      {state === "loading" && (
        <div className="absolute inset-0 grid content-start gap-4">
          <output className="text-small text-muted">Loading the calendar...</output>
          <SkeletonBar className="h-10 w-1/2" />
          <SkeletonBar className="h-72 w-full" />
          <SkeletonBar className="h-10 w-full" />
          <SkeletonBar className="h-10 w-5/6" />
        </div>
      )}
      {state === "failed" && (
        // As high as its words need, and the drawing below them (contact.tsx).
        <div role="alert" className="grid min-w-0 content-start gap-3 border-t border-line pt-6 pb-40 [grid-area:1/1]">
          <p className="serif text-sub">The calendar did not load</p>
          <p className="max-w-104 text-muted">
            It comes from another service, which is blocked or out of reach right now. Write to{" "}
            <a href={`mailto:${email}?subject=AI%20Consult`} className="text-ink underline">
              {email}
            </a>{" "}
            or{" "}
            <a href="#message" className="text-ink underline">
              use the form below
            </a>
            ; we will propose a time within 2 business days.
          </p>
          <p className="mt-4 font-semibold">To settle it in one reply, say</p>
          <ul className="max-w-104 border-b border-line">
            {[
              "which time zone you are in",
              "two or three times that suit you",
              "what has to be decided, and by when",
            ].map((item) => (
              <li key={item} className="border-t border-line py-2.5">
                {item}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
