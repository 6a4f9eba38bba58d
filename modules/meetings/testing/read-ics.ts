// A second reader of calendar files: unfolds lines and splits names from values as RFC 5545 says, and knows nothing else.

export function readIcs(ics: string): Record<string, string | undefined> {
  const found: Record<string, string> = {};
  for (const line of ics.replaceAll(/\r\n[ \t]/g, "").split("\r\n")) {
    // A colon inside quotes belongs to a parameter.
    const [, name, , value] = /^([A-Z-]+)((?:;[^:;="]+=(?:"[^"]*"|[^:;"]*))*):(.*)$/.exec(line) ?? [];
    if (name && value !== undefined && !["BEGIN", "END"].includes(name)) found[name] ??= value;
  }
  return found;
}
