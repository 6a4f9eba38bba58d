import type { Field, JsonStep } from "./request-types.ts";
import type { Scanner } from "./scanner.ts";

const indexEnd = /^-?\d+(?=->|::|[.,)]|$)/;

export function parseJsonPath(scan: Scanner): JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    const asText = scan.sees("->>");
    if (!scan.eat("->>") && !scan.eat("->")) return steps;
    const index = indexEnd.exec(scan.rest)?.[0];
    if (index !== undefined) scan.position += index.length;
    else if (scan.sees("-")) scan.fail("expecting digit");
    steps.push({ asText, key: index === undefined ? scan.fieldName() : clampIndex(index) });
  }
}

/** PostgreSQL takes an int4 as the index of an array element. */
function clampIndex(digits: string): number {
  return Math.max(-2_147_483_648, Math.min(2_147_483_647, Number(digits)));
}

export function parseField(scan: Scanner): Field {
  scan.spaces();
  const name = scan.fieldName();
  const path = parseJsonPath(scan);
  scan.spaces();
  return { name, path };
}
