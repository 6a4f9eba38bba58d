// A note as it is read.
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { staffQuery } from "#app/lib/office.ts";
import type { Note } from "../timeline-entry.ts";
import { type Inline, noteBlocks } from "./note-words.ts";

export function NoteText({ note }: { note: Pick<Note, "body" | "mentions"> }) {
  const staff = useQuery({ ...staffQuery, enabled: note.mentions.length > 0 }).data ?? [];
  const names = staff.filter(({ user_id: id }) => note.mentions.includes(id)).map(({ name }) => name);
  return (
    <div className="grid gap-2 py-1 leading-normal wrap-anywhere">
      {noteBlocks(note.body, names).map((block, index) => {
        if (block.kind === "lines")
          return (
            <p key={index} dir="auto" className="text-left whitespace-pre-wrap">
              <Parts parts={block.parts} />
            </p>
          );
        const items = block.items.map((item, at) => (
          <li key={at} dir="auto">
            <Parts parts={item} />
          </li>
        ));
        return block.ordered ? (
          <ol key={index} start={block.start} className="list-decimal pl-6">
            {items}
          </ol>
        ) : (
          <ul key={index} className="list-disc pl-5">
            {items}
          </ul>
        );
      })}
    </div>
  );
}

/** Parts of a text have no identity but their place. */
function Parts({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => {
    if (part.kind === "text") return <Fragment key={index}>{part.text}</Fragment>;
    if (part.kind === "mention")
      return (
        <span key={index} className="rounded-1 bg-surface px-1 font-semibold whitespace-nowrap">
          {part.text}
        </span>
      );
    if (part.kind === "link")
      return (
        <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow" className="underline">
          {part.text}
        </a>
      );
    const Element = part.kind === "bold" ? "b" : "i";
    return (
      <Element key={index} className={part.kind === "bold" ? "font-[640]" : ""}>
        <Parts parts={part.parts} />
      </Element>
    );
  });
}
