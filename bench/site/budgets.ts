// What every public page promises. A missed budget fails the bench.
import type { Measured } from "./measure.ts";

/** 1 KB is 1,000 bytes, headers included. */
const kilobyte = 1000;

export interface Peers {
  astro: Measured;
  next: Measured;
}

/** What starts by itself on a page: islands with React, small behaviors without, or nothing. */
export type Moving = "islands" | "behaviors" | "nothing";

const scriptBudget: Record<Moving, number> = { islands: 70, behaviors: 5, nothing: 3 };

export function missedBudgets(page: Measured, moving: Moving, peers: Peers | null): string[] {
  const missed: string[] = [];
  const must = (holds: boolean, text: string) => {
    if (!holds) missed.push(text);
  };
  for (const [name, score] of Object.entries(page.scores))
    must(score === 100, `${name} ${score} (${page.failed.join(", ") || "no single audit"})`);
  must(page.cls <= 0.02, `CLS ${page.cls.toFixed(3)}, 0.02 allowed`);
  must(page.tbt < 100, `TBT ${Math.round(page.tbt)} ms, 100 allowed`);
  const scripts = scriptBudget[moving] * kilobyte;
  must(page.bytes.script <= scripts, `JavaScript ${page.bytes.script} bytes, ${scripts} allowed`);
  must(page.outside.length === 0, `requests outside the origin: ${page.outside.join(", ")}`);
  if (peers) {
    const { astro, next } = peers;
    must(page.fcp <= astro.fcp, `FCP ${Math.round(page.fcp)} ms, Astro ${Math.round(astro.fcp)}`);
    must(page.lcp <= astro.lcp, `LCP ${Math.round(page.lcp)} ms, Astro ${Math.round(astro.lcp)}`);
    must(page.bytes.total <= 0.9 * astro.bytes.total, `${page.bytes.total} bytes, Astro ${astro.bytes.total}`);
    must(page.bytes.total <= 0.6 * next.bytes.total, `${page.bytes.total} bytes, Next.js ${next.bytes.total}`);
  }
  return missed;
}
