// A mail's text: what was written, and what was quoted, folded.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Mail, textQuery } from "../mailbox-data.ts";
import { AsSent } from "./as-sent.tsx";
import { foldQuotes, type Part } from "./fold-quotes.ts";

const wordsClass = "max-w-160 text-left leading-[1.65] wrap-anywhere whitespace-pre-wrap";

export function FoldedText({ text, who }: { text: string; who: string }) {
  return foldQuotes(text).map((part, index) =>
    part.kind === "text" ? (
      part.text.trim() !== "" && (
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text, in order
        <p key={index} dir="auto" className={wordsClass}>
          {part.text.replaceAll(/^\s*\n|\s+$/g, "")}
        </p>
      )
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <Quote key={index} part={part} who={who} />
    ),
  );
}

function Quote({ part, who }: { part: Part; who: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-6 cursor-pointer items-center gap-1.5 rounded-1 border border-line bg-sunken px-2 py-0.75 text-xs text-muted hover:text-ink max-sm:min-h-9"
      >
        <Icon name="chevron" className={`size-3.5 ${open ? "rotate-180" : ""}`} />
        {open ? "Hide" : "Show"} what {who} quoted, {countOf(part.lines, "line")}
      </button>
      {open && (
        <p dir="auto" className={`${wordsClass} border-l-2 border-line pl-3 text-muted`}>
          {part.text.trimEnd()}
        </p>
      )}
    </div>
  );
}

const withoutText: Record<string, string> = {
  none: "Only people and day of this mail are kept.",
  unreadable: "The words of this mail could not be read. It is in the mailbox as it was sent.",
  emptied: "The words of this mail are gone: it was deleted in the mailbox, or its time is over.",
};

/** `who` is who wrote it, by first name. */
export function MailText({ mail, who }: { mail: Mail; who: string }) {
  const [asSent, setAsSent] = useState(false);
  const text = useQuery({ ...textQuery(mail.id), enabled: mail.may_read_text });
  if (mail.subject === null)
    return (
      <p className="text-muted">{withoutText[mail.words] ?? "Words not shared: you see the people and the day."}</p>
    );
  if (!mail.may_read_text)
    return (
      <div className="grid gap-3">
        {mail.snippet && (
          <p dir="auto" className={wordsClass}>
            {mail.snippet}
          </p>
        )}
        <p className="text-caption text-muted">
          {withoutText[mail.words] ??
            (mail.words === "snippet" || mail.is_mine
              ? "Only the first words of this mail are kept. The rest is in the mailbox."
              : "Its owner shows colleagues the first words.")}
        </p>
      </div>
    );
  if (text.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-danger">
        Failed to load the words. {messageOf(text.error)}
        <Button variant="line" size="compact" onClick={() => void text.refetch()}>
          Try again
        </Button>
      </p>
    );
  if (text.isPending) return <p className="text-muted">Loading...</p>;
  if (!text.data) return <p className="text-muted">The words of this mail are not open to you any more.</p>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      {asSent ? <AsSent mail={mail.id} /> : <FoldedText text={text.data.text} who={who} />}
      {text.data.is_cut && !asSent && (
        <p className="text-caption text-muted">This is the beginning. The rest is in the mailbox.</p>
      )}
      {text.data.has_html && (
        <p className="text-caption text-muted">
          Pictures from outside are not loaded.{" "}
          <button
            type="button"
            className="cursor-pointer text-ink underline decoration-control underline-offset-3"
            onClick={() => setAsSent(!asSent)}
          >
            {asSent ? "Show it as text" : "Show the mail as sent"}
          </button>
        </p>
      )}
    </div>
  );
}
