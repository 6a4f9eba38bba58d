import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { stepFocus } from "./arrow-keys.ts";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export interface AccordionItem {
  id: string;
  title: string;
  body: ReactNode;
}

/** Rows on rules: one open at a time, may be fully closed. Arrow keys, Home and End move the focus. */
export function Accordion({
  items,
  heading: Heading = "h3",
}: {
  items: readonly AccordionItem[];
  heading?: "h2" | "h3" | "h4";
}) {
  const prefix = useId();
  const [open, setOpen] = useState<string | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const headers = [...document.querySelectorAll<HTMLElement>(`[data-accordion="${prefix}"]`)];
    const next = stepFocus(event.key, headers.indexOf(event.currentTarget), headers.length);
    if (next === null) return;
    event.preventDefault();
    headers[next]?.focus();
  };
  return (
    <div className="border-b border-line">
      {items.map((item) => {
        const isOpen = item.id === open;
        return (
          <div key={item.id} className="border-t border-line">
            <Heading>
              <button
                type="button"
                id={`${prefix}-header-${item.id}`}
                data-accordion={prefix}
                aria-expanded={isOpen}
                aria-controls={`${prefix}-body-${item.id}`}
                onClick={() => setOpen(isOpen ? null : item.id)}
                onKeyDown={onKeyDown}
                className="group flex w-full items-center justify-between gap-4 py-4.5 text-left font-semibold"
              >
                {item.title}
                <Icon
                  name="chevron"
                  className="transition-[rotate] duration-300 ease-flow group-aria-expanded:rotate-180"
                />
              </button>
            </Heading>
            <section
              id={`${prefix}-body-${item.id}`}
              aria-labelledby={`${prefix}-header-${item.id}`}
              className={classNames("max-w-152 pb-5.5 text-muted", !isOpen && "folded")}
            >
              {item.body}
            </section>
          </div>
        );
      })}
    </div>
  );
}
