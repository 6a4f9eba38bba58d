// The rhythm of a page: a section is one field, `section` high in padding, with the page's width inside.
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import type { FieldName } from "../page-handle.ts";

interface SectionProps {
  /** A field changes every colour inside; "sunken" is paper, one step down. Default: the page's own paper. */
  field?: FieldName | "sunken" | undefined;
  id?: string | undefined;
  /** Names the section for screen readers when it has no heading. */
  label?: string | undefined;
  /** It continues the section above: no padding at the top. */
  continues?: boolean | undefined;
  /** Drawings that fill the section behind its text. */
  art?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Section({ field, id, label, continues, art, className, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-label={label}
      data-field={field === "sunken" ? undefined : field}
      className={classNames(
        "relative pb-section",
        continues ? "pt-0" : "pt-section",
        field === "sunken" && "bg-sunken",
        art ? "overflow-hidden" : false,
      )}
    >
      {art}
      <div className={classNames("wrap-page relative", className)}>{children}</div>
    </section>
  );
}

/** The first section of an inner page: clears the fixed header. */
export function PageHead({ field, id, label, art, className, children }: Omit<SectionProps, "continues">) {
  return (
    <section
      id={id}
      aria-label={label}
      data-field={field === "sunken" ? undefined : field}
      className={classNames(
        "relative isolate overflow-clip pt-[calc(4.75rem+clamp(2.5rem,5vw,5rem))]",
        field === "sunken" && "bg-sunken",
      )}
    >
      <div className={classNames("wrap-page relative z-1", className)}>{children}</div>
      {/* Behind the words, and after them: it hangs on a box that grows while a page is still coming in. */}
      {art}
    </section>
  );
}

/** A heading at left and a sentence at right: 7/5, or 8/4 with `wide`. */
export function HeadRow({ wide, children }: { wide?: boolean; children: [ReactNode, ReactNode] | ReactNode }) {
  const [heading, text] = Array.isArray(children) ? (children as [ReactNode, ReactNode]) : [children, null];
  return (
    <div className="mb-[clamp(2.25rem,4vw,3.75rem)] grid break-inside-avoid break-after-avoid gap-x-gap gap-y-4 lg:columns-page lg:items-end">
      <div className={wide ? "lg:col-span-8" : "lg:col-span-7"}>{heading}</div>
      {text && (
        <div className={classNames("max-w-128 *:text-balance", wide ? "lg:col-span-4" : "text-muted lg:col-span-5")}>
          {text}
        </div>
      )}
    </div>
  );
}
