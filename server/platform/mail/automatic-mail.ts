// Which mail a machine wrote: one rule for answers that a provider brings and for those that are read in mailboxes.

/** Holiday notices and lists, by what they say of themselves. X-Auto-Response-Suppress alone proves nothing: people send it too. */
export function isAutomaticMail(headers: readonly { Name: string; Value: string }[]): boolean {
  const value = (name: string) =>
    headers
      .find((header) => header.Name.toLowerCase() === name)
      ?.Value.trim()
      .toLowerCase();
  const submitted = value("auto-submitted");
  if (submitted !== undefined && submitted.split(";")[0]?.trim() !== "no") return true;
  if (["x-autoreply", "x-autorespond", "x-autoresponder"].some((name) => value(name) !== undefined)) return true;
  if (/^(?:bulk|auto_reply|junk|list)$/.test(value("precedence") ?? "")) return true;
  return value("return-path")?.replaceAll(/\s/g, "") === "<>";
}
