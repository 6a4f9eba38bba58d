// Exactly what would leave: text, page, headers and files. The page is drawn in a frame that runs nothing and reaches nothing.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { htmlOfText } from "#domain/html-of-text.ts";
import { withAddresses } from "#domain/made-addresses.ts";
import { MessageFiles } from "./message-files.tsx";
import { type Message, summaryQuery } from "../outbox-data.ts";

type Part = "text" | "html" | "headers";

export function MessagePreview({ message }: { message: Message }) {
  const [part, setPart] = useState<Part>("text");
  const identities = useQuery(summaryQuery).data?.identities;
  const from = message.from_identity ?? identities?.[0] ?? "the house’s own address";
  const headers = headerLines(message, from);
  return (
    <section aria-label="What leaves" className="min-w-0 border border-line bg-ground">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <div className="grid min-w-0 flex-1 basis-56 gap-0.75 text-caption">
          <b dir="auto" className="text-left text-small font-[620] wrap-anywhere">
            {message.subject}
          </b>
          <span className="wrap-anywhere text-muted">From {from}</span>
          <span className="wrap-anywhere text-muted">
            To {message.contact ? <bdi>{message.contact.name}, </bdi> : null}
            {[message.to_address, ...message.also_to].join(", ")}
          </span>
          {message.cc.length > 0 && <span className="wrap-anywhere text-muted">Copy to {message.cc.join(", ")}</span>}
        </div>
        <Segmented
          label="Show"
          chosen={part}
          onChoose={setPart}
          choices={[
            { id: "text", name: "Text" },
            { id: "html", name: "HTML" },
            { id: "headers", name: "Headers" },
          ]}
        />
      </div>
      {part === "text" && (
        <p dir="auto" className="px-4 pt-4 pb-5 text-left text-small leading-[1.6] wrap-anywhere whitespace-pre-wrap">
          {withAddresses(message.body_text).map((piece, index) =>
            typeof piece === "string" ? (
              piece
            ) : (
              <span key={index} className="rounded-1 bg-nil px-1">
                {piece.made}, made for the recipient when it leaves
              </span>
            ),
          )}
        </p>
      )}
      {part === "html" && <Page html={message.body_html ?? htmlOfText(message.body_text)} />}
      {part === "headers" && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-4 font-mono text-xs max-sm:grid-cols-1">
          {headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere max-sm:mb-1.5">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {message.attachments.length > 0 && <MessageFiles id={message.id} />}
    </section>
  );
}

/** No script, no form, no address outside: the sandbox allows nothing, and pictures are not fetched. */
function Page({ html }: { html: string }) {
  const policy =
    "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; style-src 'unsafe-inline'\">";
  return (
    <iframe
      title="The message as a mail program shows it"
      sandbox=""
      srcDoc={`<!doctype html>${policy}<meta charset=utf-8>${html}`}
      // Mail programs draw on white, whatever the theme of this page.
      className="block h-112 w-full border-0 bg-white [color-scheme:light]"
    />
  );
}

function headerLines(
  { headers, message_id, to_address, also_to: alsoTo, cc, subject }: Message,
  from: string,
): [string, string][] {
  return [
    ["From", from],
    ["To", [to_address, ...alsoTo].join(", ")],
    ...(cc.length > 0 ? [["Cc", cc.join(", ")] satisfies [string, string]] : []),
    ["Subject", subject],
    ["Message-ID", message_id ?? "made when it leaves"],
    ...Object.entries(headers ?? {}).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  ];
}
