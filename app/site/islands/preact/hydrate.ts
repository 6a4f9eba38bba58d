// The counterpart of ../hydrate.ts in the built site.
import { type ComponentChild, type ComponentType, h, render } from "preact";
import { useEffect } from "preact/hooks";

function Hydrated({ onReady, part }: { onReady: () => void; part: ComponentChild }) {
  useEffect(onReady, [onReady]);
  return part;
}

/** Resolves when the component's own listeners and effects are in place. */
export function hydrateIsland(element: HTMLElement, component: unknown, props: string) {
  return new Promise<void>((resolve) => {
    const part = h(component as ComponentType<object>, JSON.parse(props) as object);
    // render() takes over the elements that are there, like hydrate(), but also corrects their attributes: React, which
    // made them, counts ids differently.
    render(h(Hydrated, { onReady: resolve, part }), element);
  });
}
