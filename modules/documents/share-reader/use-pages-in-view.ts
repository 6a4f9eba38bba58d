// Which pages are on the screen, or near it. One observer for all pages of a document.
import { type RefObject, useEffect, useState } from "react";

type Container = RefObject<HTMLElement | null>;
type Pages = ReadonlySet<number>;

function watchPages(container: Container, margin: string, tell: (inView: Pages) => void): () => void {
  const inView = new Set<number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const number = Number((target as HTMLElement).dataset.page);
        if (isIntersecting) inView.add(number);
        else inView.delete(number);
      }
      tell(new Set(inView));
    },
    { rootMargin: margin },
  );
  for (const sheet of container.current?.querySelectorAll("[data-page]") ?? []) observer.observe(sheet);
  return () => observer.disconnect();
}

/** Within one screen further up and down: what may be looked at next. */
export function usePagesNear(container: Container): Pages {
  const [near, setNear] = useState<Pages>(new Set());
  useEffect(() => watchPages(container, "100% 0%", setNear), [container]);
  return near;
}

/** What crosses the line a third down the screen; between two pages, the one before. */
export function useReadPage(container: Container): number {
  const [read, setRead] = useState(1);
  useEffect(
    () =>
      watchPages(container, "-33% 0% -66%", (pages) =>
        setRead((before) => (pages.size > 0 ? Math.min(...pages) : before)),
      ),
    [container],
  );
  return read;
}
