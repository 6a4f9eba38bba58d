// What a link in our mail brought to this page: taken out of the address at once, followed by the sign-in page alone.
export interface MailLink {
  /** Of our own mails: the browser that asked for the mail turns it into a session. */
  code: string | null;
  /** Of mails that no one asked for in a browser of ours, such as invitations: anyone who holds it is signed in. */
  tokens: { access_token: string; refresh_token: string } | null;
  /** Whom the tokens say they are for. */
  email: string | null;
  /** Whether the link confirmed an address. */
  confirmed: boolean;
  /** Why the link did not work. */
  error: string | null;
}

const isCode = (text: string | null) => text !== null && /^[0-9a-f-]{36}$/.test(text);

export function readMailLink(search: string, hash: string): MailLink {
  const inQuery = new URLSearchParams(search);
  const inHash = new URLSearchParams(hash.replace(/^#/, ""));
  const access = inHash.get("access_token");
  const refresh = inHash.get("refresh_token");
  const type = inHash.get("type");
  return {
    code: isCode(inQuery.get("code")) ? inQuery.get("code") : null,
    tokens: access && refresh ? { access_token: access, refresh_token: refresh } : null,
    email: access === null ? null : emailIn(access),
    confirmed: type === "signup" || type === "email_change" || inQuery.has("confirmed"),
    error: inHash.get("error_description") ?? inHash.get("error"),
  };
}

/** No one has checked the token yet: this is what it says, to be asked about. */
function emailIn(token: string): string | null {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { email } = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(payload), (c) => c.charCodeAt(0))));
    return typeof email === "string" ? email : null;
  } catch {
    return null;
  }
}

/** Names of what a link puts into the query. */
export const brought = ["code", "sb_flow_id", "confirmed", "error", "error_code", "error_description"];

/** The address without what the link brought, so that neither history nor a copied address holds it. */
export function withoutMailLink(address: string): string {
  const url = new URL(address);
  for (const name of brought) url.searchParams.delete(name);
  return `${url.pathname}${url.search}`;
}

const nothing: MailLink = { code: null, tokens: null, email: null, confirmed: false, error: null };

function takeMailLink(): MailLink & { flowId: string | null } {
  if (typeof location === "undefined") return { ...nothing, flowId: null };
  const found = readMailLink(location.search, location.hash);
  const flowId = new URLSearchParams(location.search).get("sb_flow_id");
  if (found.code || found.tokens || found.error)
    history.replaceState(history.state, "", withoutMailLink(location.href));
  return { ...found, flowId };
}

export const mailLink = takeMailLink();

let isOpen = mailLink.code !== null || mailLink.tokens !== null;

/** Whether there is a link to follow, or to be asked about. */
export const isLinkOpen = () => isOpen;

/** It was followed, or left alone: either way it is over. */
export function closeLink(): void {
  isOpen = false;
}
