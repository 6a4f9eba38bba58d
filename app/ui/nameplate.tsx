import type { ReactNode } from "react";

const rivet = <i aria-hidden="true" className="size-1 rounded-full bg-current opacity-75" />;

/** A riveted machine plate; used once per page, as its badge. */
export function Nameplate({ children }: { children: ReactNode }) {
  return (
    <p className="inline-flex items-center gap-3 rounded-1 border border-current px-2.5 py-1.5 text-small leading-[1.3] font-[560]">
      {rivet}
      {children}
      {rivet}
    </p>
  );
}
