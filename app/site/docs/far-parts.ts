// What docs.css needs to guess the height of a part that is not laid out yet.
import type { CSSProperties } from "react";

/** Of a table, without its heading. */
export const tableRows = (count: number) => ({ "--rows": count + 1 }) as CSSProperties;

/** Counted when the sample is coloured. */
export const codeLines = (count: string | undefined) => ({ "--lines": count }) as CSSProperties;
