// The mailbox behind an address: `ada+anything@example.com` lands where `ada@example.com` does. Only limits ask for it; an account
// is always the address as it was typed.

/** Hosts that ignore dots before the @, as they say themselves. Elsewhere a dot may be another person. */
const ignoresDots = new Map([
  ["gmail.com", "gmail.com"],
  ["googlemail.com", "gmail.com"],
]);

export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const host = email.slice(at + 1).toLowerCase();
  const name = email.slice(0, at).toLowerCase();
  // A name that begins with its tag is all that there is of it.
  const untagged = /^([^+]+)\+/.exec(name)?.[1] ?? name;
  const dotless = ignoresDots.get(host);
  return dotless === undefined ? `${untagged}@${host}` : `${untagged.replaceAll(".", "")}@${dotless}`;
}
