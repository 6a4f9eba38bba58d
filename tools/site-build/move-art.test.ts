import { expect, test } from "vitest";
import { moveArt } from "./move-art.ts";

const long = `M0 0${"l1 1".repeat(1000)}`;

test("a long path becomes a file and is shown by its address, with its own attributes", () => {
  const { html, files } = moveArt(
    `<svg><path data-lines="" class="[vector-effect:non-scaling-stroke]" d="${long}"></path></svg>`,
  );
  const [[name, shape] = []] = [...files];
  expect(html).toBe(
    `<svg><use data-late="/assets/${name}#a" data-lines="" class="[vector-effect:non-scaling-stroke]"></use></svg>`,
  );
  expect(shape).toContain('vector-effect="non-scaling-stroke"');
  expect(shape).toContain(long);
});

test("short paths stay, and the same drawing is one file", () => {
  const page = `<path d="M0 0h1"/><path d="${long}"/><path class="b" d="${long}"/>`;
  const { html, files } = moveArt(page);
  expect(html).toContain('<path d="M0 0h1"/>');
  expect(files.size).toBe(1);
});
