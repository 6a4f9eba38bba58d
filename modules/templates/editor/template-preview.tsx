// The text as people would get it: a real contact, one without any values, and one whose values hold awkward letters.
import type { Target } from "#domain/entity.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import type { Words } from "../template-words.ts";
import { type Filled, type Part, type Previews, previewQuery } from "../templates-data.ts";

const contacts: Target = { table: "contacts", one: "contact", page: "/admin/crm/contacts" };
const people = [
  { id: "real", name: "A contact" },
  { id: "empty", name: "Empty" },
  { id: "awkward", name: "Awkward" },
] as const;

interface PreviewProps {
  className: string;
  words: Words;
  isEmpty: boolean;
  isWrong: boolean;
  /** What is against these words is known: only then they are filled. */
  isChecked: boolean;
  contact: string | null;
  onContact: (id: string | null) => void;
}

export function TemplatePreview({ className, words, isEmpty, isWrong, isChecked, contact, onContact }: PreviewProps) {
  const [who, setWho] = useState<keyof Previews>("real");
  const preview = useQuery({
    ...previewQuery(words, contact),
    enabled: !isEmpty && !isWrong && isChecked,
    retry: false,
  });
  const filled = preview.data?.[who] ?? null;
  return (
    <section
      aria-label="Preview"
      className={classNames(
        "min-w-0 max-xl:border-t max-xl:border-line md:max-xl:col-span-2 xl:border-l xl:border-line",
        className,
      )}
    >
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 className="text-small font-[640]">Preview</h2>
        <Segmented label="On whom" choices={people} chosen={who} onChoose={setWho} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        {who === "real" && (
          <ReferencePicker
            label="Contact to preview on"
            to={contacts}
            value={contact ?? ""}
            onChange={(id) => onContact(id || null)}
          />
        )}
        {isEmpty && <p className="text-muted">What you write is shown here as people would get it.</p>}
        {isWrong && (
          <p className="text-muted">Something stands against the text. Put it right, and it is shown here.</p>
        )}
        {!isEmpty && !isWrong && preview.isPending && <LoadingRows rows={4} />}
        {!isEmpty && !isWrong && preview.isError && (
          <p role="alert" className="text-danger">
            Failed to fill it. {messageOf(preview.error)}
          </p>
        )}
        {!isEmpty && !isWrong && preview.data && !filled && (
          <p className="text-muted">There is no contact with an address yet. Look at the empty and the awkward one.</p>
        )}
        {!isEmpty && !isWrong && filled && <Mail filled={filled} />}
      </div>
    </section>
  );
}

function Mail({ filled }: { filled: Filled }) {
  const [part, setPart] = useState<"text" | "html">("text");
  const { missing } = filled;
  return (
    <>
      {missing.length > 0 && (
        <Strip tone="warn">
          <b>
            {countOf(missing.length, "tag")} {missing.length === 1 ? "stays" : "stay"} empty for {filled.contact_name}.
          </b>{" "}
          {missing.map(({ label }) => label).join(", ")} {missing.length === 1 ? "has" : "have"} no value and no
          fallback. A mail with an open tag is never sent.
        </Strip>
      )}
      <div className="border border-line bg-ground">
        <div className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-3">
          <div className="grid min-w-0 flex-1 basis-44 gap-0.75 text-caption">
            <b dir="auto" className="text-left text-small font-[620] wrap-anywhere">
              <Parts parts={filled.subject_parts} />
            </b>
            <span className="wrap-anywhere text-muted">
              To <bdi>{filled.contact_name}</bdi>
              {filled.to_address && `, ${filled.to_address}`}
            </span>
          </div>
          <Segmented
            label="Show"
            chosen={part}
            onChoose={setPart}
            choices={[
              { id: "text", name: "Text" },
              { id: "html", name: "HTML" },
            ]}
          />
        </div>
        {part === "text" ? (
          <p dir="auto" className="px-4 pt-4 pb-5 text-left text-small leading-[1.6] wrap-anywhere whitespace-pre-wrap">
            <Parts parts={filled.text_parts} />
          </p>
        ) : (
          <iframe
            title="The mail as a mail program shows it"
            sandbox=""
            srcDoc={`<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta charset=utf-8>${filled.html}`}
            className="block h-96 w-full border-0 bg-white [color-scheme:light]"
          />
        )}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <li className="flex items-center gap-1.5">
          <i aria-hidden="true" className="size-3 bg-nil shadow-[inset_0_0_0_1px_var(--control)]" />
          filled from records
        </li>
        <li className="flex items-center gap-1.5">
          <i aria-hidden="true" className="size-3 border border-dashed border-dev bg-dev-bg" />
          open, blocks sending
        </li>
      </ul>
    </>
  );
}

/** Filled values have a wash, open tags stay orange. */
const Parts = ({ parts }: { parts: readonly Part[] }) =>
  parts.map(({ text, from, tag }, index) =>
    from === undefined ? (
      text
    ) : (
      <span
        key={index}
        title={tag}
        className={
          from === "open" ? "rounded-1 border border-dashed border-dev bg-dev-bg px-1 font-semibold text-dev" : "bg-nil"
        }
      >
        {text || tag}
      </span>
    ),
  );
