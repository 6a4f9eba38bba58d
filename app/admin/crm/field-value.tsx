// A field's value as it is read: links that work, words where a word is meant, "None" where there is nothing.
import { callLink, mailLink, webAddress } from "#app/lib/formats.ts";
import { Chip } from "#app/ui/badge.tsx";
import type { CrmRecord } from "./entity.ts";
import type { FieldSpec } from "./fields.ts";

const link = "underline decoration-control underline-offset-3 hover:decoration-ink";

/** The text a field stands for, in the table, in CSV files and in sentences. */
export function textOf(name: string, field: FieldSpec, record: CrmRecord): string {
  if (field.related) return (record[field.related] as { name?: string } | null | undefined)?.name ?? "";
  return String(record[name] ?? "");
}

export function FieldValue({ name, field, record }: { name: string; field: FieldSpec; record: CrmRecord }) {
  const text = textOf(name, field, record);
  if (text === "") return <span className="text-muted">None</span>;
  if (field.input === "choice") return <Chip tone={text === field.choices?.[0] ? "plain" : "nil"}>{text}</Chip>;
  if (field.input === "email")
    return (
      <a href={mailLink(text)} className={link}>
        {text}
      </a>
    );
  if (field.input === "tel")
    return (
      <a href={callLink(text)} className={link}>
        {text}
      </a>
    );
  if (field.input === "url") {
    const address = webAddress(text);
    // An address that cannot be opened safely is shown, not linked.
    if (!address) return <span>{text}</span>;
    return (
      <a href={address} target="_blank" rel="noopener noreferrer" title="Opens in a new tab" className={link}>
        {(field.shownAs && String(record[field.shownAs] ?? "")) || "Visit"}
      </a>
    );
  }
  return text;
}
