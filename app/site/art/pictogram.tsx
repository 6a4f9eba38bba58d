// Pictograms of the building work: lines that merge, pass, fork or branch, with one vermilion node. 120 by 56.
import type { ReactNode } from "react";

const soft = "stroke-flow";
const node = "fill-accent stroke-none";

const pictograms = {
  merge: (
    <>
      <path className={soft} d="M0 12h28c14 0 14 16 28 16h64M0 44h28c14 0 14-16 28-16" />
      <path d="M0 12h28c14 0 14 16 28 16M0 44h28c14 0 14-16 28-16" />
      <circle className={node} cx="60" cy="28" r="5" />
    </>
  ),
  pass: (
    <>
      <path className={soft} d="M0 28h120" />
      <path d="M8 16h24v24H8zM88 16h24v24H88z" />
      <path className={node} d="M48 16h24v24H48z" />
    </>
  ),
  fork: (
    <>
      <path className={soft} d="M0 28h40M0 14h34M0 42h34" />
      <path d="M40 28c22 0 20-24 44-24h36" strokeDasharray="4 4" />
      <path d="M40 28c22 0 20 24 44 24h36" />
      <circle className={node} cx="40" cy="28" r="5" />
    </>
  ),
  branch: (
    <>
      <path className={soft} d="M0 28h30" />
      <path d="M30 28h24M54 28c16 0 14-22 30-22h24M54 28h54M54 28c16 0 14 22 30 22h24" />
      <path className="fill-ink stroke-none" d="M106 2h8v8h-8zM106 24h8v8h-8zM106 46h8v8h-8z" />
      <circle className={node} cx="54" cy="28" r="5" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export function Pictogram({ name, className }: { name: keyof typeof pictograms; className?: string }) {
  return (
    <svg
      viewBox="0 0 120 56"
      aria-hidden="true"
      className={`h-14 w-30 overflow-visible fill-none stroke-ink [stroke-width:1.4] ${className ?? ""}`}
    >
      {pictograms[name]}
    </svg>
  );
}
