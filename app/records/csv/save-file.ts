import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";

/** Hands the browser a CSV file to save. The byte-order mark tells spreadsheets that it is UTF-8. */
export const saveFile = (name: string, parts: string[]) =>
  saveBlob(name, new Blob(["\uFEFF", ...parts], { type: "text/csv;charset=utf-8" }));

export function saveBlob(name: string, file: Blob) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The same for data that leaves the product: the audit log is told first. The first part is the line of headings. */
export async function exportFile(area: string, name: string, parts: string[]): Promise<void> {
  await noteExport(area, name, parts.length - 1);
  saveFile(name, parts);
}

/** Refused for people who may not export. */
export async function noteExport(area: string, name: string, records: number): Promise<void> {
  unwrap(await supabase().rpc("note_export", { area, what: name, records }));
}
