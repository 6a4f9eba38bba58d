// Small labels: what state a thing is in, and what kind it is.
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type Status = "Live" | "Beta" | "In Development" | "Coming Soon" | "Missing" | "Draft";

// Colour and valve shape together, so that neither has to be seen alone: full disc, half disc, open ring.
const full = "bg-current";
const half = "bg-[linear-gradient(90deg,currentColor_50%,transparent_50%)]";
const open = "bg-transparent";
const looks: Record<Status, [colours: string, valve: string]> = {
  Live: ["bg-live-bg text-live", full],
  "Coming Soon": ["bg-soon-bg text-soon", open],
  Beta: ["bg-dev-bg text-dev", half],
  "In Development": ["bg-dev-bg text-dev", half],
  Missing: ["bg-danger-bg text-danger", open],
  // Not begun, or over without a result.
  Draft: ["bg-sunken text-muted", "border-dashed bg-transparent"],
};

/** Green for Live, blue for Coming Soon, orange otherwise; Missing (a setting) is danger. `children` overrides the word. */
export function StatusBadge({ status, children }: { status: Status; children?: ReactNode }) {
  const [colours, valve] = looks[status];
  return (
    <span
      data-status={status}
      className={classNames(
        "inline-flex items-center gap-1.75 rounded-1 py-0.75 pr-2.25 pl-1.75 text-caption leading-[1.35] font-semibold whitespace-nowrap forced-colors:border",
        colours,
      )}
    >
      <i aria-hidden="true" className={classNames("size-2.5 rounded-full border-[1.5px] border-current", valve)} />
      {children ?? status}
    </span>
  );
}

const chipTones = {
  // On a selected row, which is nil itself, a chip keeps its edge.
  plain: "border-line text-ink in-data-selected:border-control",
  nil: "border-transparent bg-nil text-ink in-data-selected:border-control in-data-selected:bg-surface",
  safe: "border-transparent bg-live-bg text-live",
  danger: "border-transparent bg-danger-bg text-danger",
  dev: "border-transparent bg-dev-bg text-dev",
  soon: "border-transparent bg-soon-bg text-soon",
} as const;

export function Chip({ tone = "plain", children }: { tone?: keyof typeof chipTones; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex max-w-full items-center gap-1.25 rounded-1 border px-1.75 py-0.5 text-xs leading-[1.3] font-semibold whitespace-nowrap",
        chipTones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** The outlined label of an article's subject. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-1 border border-control px-2 py-0.5 text-caption font-[540] leading-normal">
      {children}
    </span>
  );
}
