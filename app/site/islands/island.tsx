// Marks a part of a public page that moves or is typed into. React renders it at build time; the loader hydrates it later.
import { type ReactElement, useId } from "react";
import { renderToString } from "react-dom/server";

export type When = "idle" | "visible" | "interaction" | "toast";

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

const modules = import.meta.glob<Record<string, unknown>>("./*.island.tsx", { eager: true });
const nameOf = new Map<unknown, string>();
for (const [file, module] of Object.entries(modules))
  for (const [name, part] of Object.entries(module))
    if (typeof part === "function") nameOf.set(part, `${file.slice(2, -".island.tsx".length)}#${name}`);

/** Refuses what JSON would lose silently: functions, elements, dates, symbols. */
function assertSerialisable(value: unknown, path: string): asserts value is Json {
  if (value === null || value === undefined || ["string", "number", "boolean"].includes(typeof value)) return;
  if (Array.isArray(value)) return value.forEach((item, index) => assertSerialisable(item, `${path}[${index}]`));
  if (typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype && !("$$typeof" in value)) {
    for (const [key, item] of Object.entries(value)) assertSerialisable(item, `${path}.${key}`);
    return;
  }
  throw new Error(`Island prop ${path} cannot be sent to the browser: it is not plain data`);
}

/** `<Island when="visible"><Testimonials quotes={quotes} /></Island>`; the child must come from a `*.island.tsx` file. */
export function Island({ when, children }: { when: When; children: ReactElement<object> }) {
  // Each island is its own root in the browser, so it is rendered as its own root here too: ids then match.
  const prefix = useId();
  const name = nameOf.get(children.type);
  if (!name) throw new Error("An <Island> wraps exactly one component exported from app/site/islands/*.island.tsx");
  assertSerialisable(children.props, name);
  return (
    <gv-island
      data-island={name}
      data-when={when}
      data-id={prefix}
      data-props={JSON.stringify(children.props)}
      // oxlint-disable-next-line react/no-danger -- our own component's markup, rendered by React one line above
      dangerouslySetInnerHTML={{ __html: renderToString(children, { identifierPrefix: prefix }) }}
    />
  );
}

declare module "react" {
  // oxlint-disable-next-line typescript/no-namespace -- React's own way to name an element
  namespace JSX {
    interface IntrinsicElements {
      "gv-island": React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}
