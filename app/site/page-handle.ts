// What a public page tells the layout about itself: `export const handle: PageHandle = { field: "nil" }`.
export type FieldName = "paper" | "nil" | "hall";

export interface PageHandle {
  /** The field of the page's first section; the header takes it too. Default: paper. */
  field?: FieldName | "sunken";
  /** "brand" shows the logo only: no navigation, no menu. Default: full. */
  header?: "full" | "brand";
  /** The closing block: full (the home pages), compact (heading and buttons in one row), quiet (no call to action), or one line. Default: compact. */
  closing?: "full" | "compact" | "quiet" | "line";
  /** Where "Skip to content" leads, on pages whose content begins with an index. Default: main. */
  skipTo?: string;
}
