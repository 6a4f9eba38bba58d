// What the page of a shared file (modules/documents/server/share-view.ts) tells the reader about its PDF.
export interface SharedPdf {
  address: string;
  size: number;
  /** Of the version that the page is about. */
  sha256: string;
  /** "Guidevane for Norrfall", at the top of each sheet. */
  head: string;
  sender: string | null;
  mayDownload: boolean;
}
