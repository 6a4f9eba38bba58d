// What islands get when they import "react", in the built site: Preact, a tenth of React's size. See docs/decisions/081.
import { useState } from "preact/compat";

export * from "preact/compat";
export { default } from "preact/compat";

let ids = 0;

/** Preact counts per root, and each island is a root: its own ids would not be unique in the page. */
export function useId() {
  const [id] = useState(() => `island-${ids++}`);
  return id;
}
