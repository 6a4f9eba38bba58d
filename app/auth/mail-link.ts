// What a link in our mail brought: read before the Supabase client takes the address apart.
export interface MailLink {
  /** signup, recovery, email_change, magiclink, invite; null when the page was not opened from a mail. */
  type: string | null;
  /** Why the link did not work. */
  error: string | null;
}

export function readMailLink(hash: string): MailLink {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    type: params.has("access_token") ? params.get("type") : null,
    error: params.get("error_description") ?? params.get("error"),
  };
}

export const mailLink = readMailLink(typeof location === "undefined" ? "" : location.hash);
