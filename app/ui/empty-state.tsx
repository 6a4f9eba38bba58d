import type { ReactNode } from "react";

/** A sentence, a picture of still water, one button. `art` is an SVG element. */
export function EmptyState({ art, title, children }: { art?: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-2.5 px-6 py-14 text-center text-balance">
      {art && (
        <div aria-hidden="true" className="mb-3 h-22 w-52 [&>svg]:size-full">
          {art}
        </div>
      )}
      <p className={art ? "serif text-2xl leading-[1.2] tracking-[-0.01em]" : "text-head"}>{title}</p>
      {children}
    </div>
  );
}
