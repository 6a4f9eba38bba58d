// How wide a page is drawn, in points of the layout and in dots of the screen; both change with the window and with zooming.
import { type RefObject, useEffect, useState } from "react";

export interface FaceWidth {
  points: number;
  dots: number;
}

export function useFaceWidth(container: RefObject<HTMLElement | null>): FaceWidth {
  const [width, setWidth] = useState<FaceWidth>({ points: 0, dots: 0 });
  useEffect(() => {
    const measure = () => {
      const points = container.current?.querySelector(".pdf-face")?.clientWidth ?? 0;
      // Two fingers on a phone make the page larger without a word to the layout; in whole steps, because each is redrawn.
      const pinched = Math.min(3, Math.ceil(visualViewport?.scale ?? 1));
      const dots = Math.round(points * devicePixelRatio * pinched);
      setWidth((before) => (before.points === points && before.dots === dots ? before : { points, dots }));
    };
    const observer = new ResizeObserver(measure);
    if (container.current) observer.observe(container.current);
    // Zooming changes the dots also where the layout stays as wide as it was.
    addEventListener("resize", measure);
    visualViewport?.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
      visualViewport?.removeEventListener("resize", measure);
    };
  }, [container]);
  return width;
}
