import { type ComponentType, createElement, type ReactNode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

function Hydrated({ onReady, part }: { onReady: () => void; part: ReactNode }) {
  useEffect(onReady, [onReady]);
  return part;
}

/** Resolves when the component's own listeners and effects are in place. */
export function hydrateIsland(element: HTMLElement, component: unknown, props: string, identifierPrefix: string) {
  return new Promise<void>((resolve) => {
    const part = createElement(component as ComponentType<object>, JSON.parse(props) as object);
    hydrateRoot(element, createElement(Hydrated, { onReady: resolve, part }), { identifierPrefix });
  });
}
