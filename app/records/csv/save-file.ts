/** Hands the browser a CSV file to save. The mark at the start tells spreadsheets that it is UTF-8. */
export function saveFile(name: string, parts: string[]) {
  const url = URL.createObjectURL(new Blob(["\uFEFF", ...parts], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
