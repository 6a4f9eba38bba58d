// What a prerendered page says only while a module is on, or only while it is off. The server keeps one of the two when it
// loads the page (domain/page-conditions.ts); they do not nest.
import type { ReactNode } from "react";

export function ServerIf({ is, children }: { is: string; children: ReactNode }) {
  return <gv-if data-of={is}>{children}</gv-if>;
}

export function ServerUnless({ is, children }: { is: string; children: ReactNode }) {
  return <gv-unless data-of={is}>{children}</gv-unless>;
}

declare module "react" {
  // oxlint-disable-next-line typescript/no-namespace -- React's own way to name an element
  namespace JSX {
    interface IntrinsicElements {
      "gv-if": React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement>;
      "gv-unless": React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}
