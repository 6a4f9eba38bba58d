import { type ComponentType, createElement } from "react";
import { hydrateRoot } from "react-dom/client";

export function hydrateIsland(element: HTMLElement, component: unknown, props: string, identifierPrefix: string) {
  hydrateRoot(element, createElement(component as ComponentType<object>, JSON.parse(props) as object), {
    identifierPrefix,
  });
}
