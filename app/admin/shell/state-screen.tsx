import type { ReactNode } from "react";
import { Art } from "#app/ui/art.tsx";

/** A small centred screen: the ring says how far the way is open. */
export function StateScreen({
  art,
  title,
  children,
}: {
  art: "ring-soon" | "ring-shut";
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="grid min-h-104 place-content-center justify-items-center gap-2 p-8 text-center">
      <Art name={art} className="mb-2 size-60" />
      <h1 className="serif text-[1.75rem] leading-[1.15] tracking-[-0.018em]">{title}</h1>
      {children}
    </div>
  );
}
