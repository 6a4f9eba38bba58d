// The peers of the benchmarks are built by their own tools from our components: what is renamed here breaks them unseen otherwise.
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { buildPeers } from "../../bench/site/peers.ts";

test("audit-4 O4: Astro and Next.js build our home page", { timeout: 1_800_000 }, () => {
  for (const { name, output } of buildPeers("files"))
    expect([name, existsSync(path.join(output, "index.html"))]).toEqual([name, true]);
});
