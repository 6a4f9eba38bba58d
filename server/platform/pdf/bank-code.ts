// A code that a bank's app reads (EPC069-12), as squares: for pages and for print.
import makeQr from "qrcode-generator";

/** Rows of dark ("1") and light squares. */
export function codeRows(text: string): string[] {
  const code = makeQr(0, "M");
  code.addData(Buffer.from(text, "utf8").toString("latin1"), "Byte");
  code.make();
  const size = code.getModuleCount();
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (__, x) => (code.isDark(y, x) ? "1" : "0")).join(""),
  );
}

/** Runs of dark squares, as a path. */
export const codePath = (rows: readonly string[]): string =>
  rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join("");
