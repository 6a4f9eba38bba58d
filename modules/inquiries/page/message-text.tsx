// What a stranger typed: text, and nothing but text. An address in it is shown in full and opens only after a hint that names where it
// leads.
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { webAddress } from "#app/lib/formats.ts";

const address = /\bhttps?:\/\/[^\s<>"')\]]+/gi;

/** The text in pieces: every other one is an address. */
export function pieces(text: string): { text: string; href?: string }[] {
  const found: { text: string; href?: string }[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const href = webAddress(match[0]);
    if (!href) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    found.push({ text: match[0], href });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}

export function MessageText({ text }: { text: string }) {
  const [asked, setAsked] = useState<string | null>(null);
  if (!text) return <p className="text-muted">No message: only an address was left.</p>;
  return (
    <>
      <div dir="auto" className="max-w-160 text-[0.9375rem] leading-[1.6] wrap-anywhere whitespace-pre-wrap">
        {pieces(text).map((piece, index) =>
          piece.href ? (
            <button
              // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, in order
              key={index}
              type="button"
              aria-haspopup="dialog"
              onClick={() => setAsked(piece.href ?? null)}
              className="inline text-left wrap-anywhere underline decoration-dotted decoration-control"
            >
              {piece.text}
            </button>
          ) : (
            piece.text
          ),
        )}
      </div>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Open this address?"
        narrow
        footer={
          <>
            <Button variant="line" size="dialog" onClick={() => setAsked(null)}>
              Stay here
            </Button>
            <a
              href={asked ?? ""}
              target="_blank"
              rel="noopener noreferrer nofollow"
              onClick={() => setAsked(null)}
              className="inline-flex min-h-9.5 items-center rounded-1 rounded-br-turn-sm bg-solid px-4 text-ui font-semibold text-on-solid no-underline"
            >
              Open in a new tab
            </a>
          </>
        }
      >
        <p>A stranger wrote it, and it leads to</p>
        <p className="mt-2 font-mono text-caption wrap-anywhere">{asked}</p>
      </Dialog>
    </>
  );
}
