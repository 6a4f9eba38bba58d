// The bytes of a shared file, piece by piece as pdf.js asks for them. Every piece is its own request, so the link is asked again
// each time; what could not be brought waits here until it can, and pdf.js knows nothing of it.
import { PDFDataRangeTransport } from "pdfjs-dist";
import type { SharedPdf } from "./shared-pdf.ts";

type Source = Pick<SharedPdf, "address" | "size" | "sha256">;

/**
 * - lost, away, busy: it may come yet (no line; the storage does not answer; asked too often, goes on by itself)
 * - ended, changed, asks: the page is no longer what it was (link over; a newer version; password or name asked again)
 */
export type FileTrouble = "lost" | "away" | "busy" | "ended" | "changed" | "asks";

const megabyte = 1024 * 1024;
/** Few pieces, because a link may be read 30 times a minute; but a large file is not brought whole for its first page. */
export const pieceBytes = (size: number): number => Math.max(megabyte, Math.ceil(size / 12));

export class LinkedFile extends PDFDataRangeTransport {
  readonly #source: Source;
  readonly #onTrouble: (trouble: FileTrouble | null) => void;
  readonly #ended = new AbortController();
  readonly #waiting = new Map<number, number>();

  constructor(source: Source, onTrouble: (trouble: FileTrouble | null) => void) {
    super(source.size, null);
    this.#source = source;
    this.#onTrouble = onTrouble;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#bring(begin, end);
  }

  /** Asks again for everything that did not come. */
  retry(): void {
    const ranges = [...this.#waiting];
    this.#waiting.clear();
    this.#onTrouble(null);
    for (const [begin, end] of ranges) void this.#bring(begin, end);
  }

  override abort(): void {
    this.#ended.abort();
  }

  async #bring(begin: number, end: number): Promise<void> {
    const { signal } = this.#ended;
    try {
      const response = await fetch(this.#source.address, {
        headers: { Range: `bytes=${begin}-${end - 1}` },
        cache: "no-store",
        // A redirect leads to the page, which asks for a name again.
        redirect: "manual",
        signal,
      });
      const trouble = this.#troubleOf(response);
      if (trouble === null) {
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (!signal.aborted) this.onDataRange(begin, bytes);
        return;
      }
      await response.body?.cancel();
      this.#wait(begin, end, trouble);
      if (trouble === "busy") this.#goOnAfter(Number(response.headers.get("Retry-After")) || 60);
    } catch {
      if (!signal.aborted) this.#wait(begin, end, "lost");
    }
  }

  #troubleOf({ status, type, headers }: Response): FileTrouble | null {
    if (status === 206) return headers.get("ETag") === `"${this.#source.sha256}"` ? null : "changed";
    if (status === 404 || status === 410) return "ended";
    if (status === 429) return "busy";
    if (status === 416) return "changed";
    return type === "opaqueredirect" || status < 500 ? "asks" : "away";
  }

  #wait(begin: number, end: number, trouble: FileTrouble): void {
    this.#waiting.set(begin, end);
    this.#onTrouble(trouble);
  }

  #goOnAfter(seconds: number): void {
    const timer = setTimeout(() => this.retry(), seconds * 1000);
    this.#ended.signal.addEventListener("abort", () => clearTimeout(timer));
  }
}
