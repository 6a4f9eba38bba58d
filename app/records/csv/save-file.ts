import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";

/** Hands the browser a CSV file to save. The byte-order mark tells spreadsheets that it is UTF-8. */
export function saveFile(name: string, parts: string[]) {
  const url = URL.createObjectURL(new Blob(["\uFEFF", ...parts], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The same for data that leaves the product: the audit log is told first. The first part is the line of headings. */
export async function exportFile(name: string, parts: string[]): Promise<void> {
  unwrap(await supabase().rpc("note_export", { what: name, records: parts.length - 1 }));
  saveFile(name, parts);
}
