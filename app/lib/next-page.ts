// Where sign-in leads: the admin page first asked for, and only ever one of ours.
export function safeNext(next: string | null): string {
  if (!next) return "/admin";
  try {
    const url = new URL(next, "https://here.invalid");
    const ours = url.origin === "https://here.invalid" && /^\/admin(\/|$)/.test(url.pathname);
    return ours ? url.pathname + url.search : "/admin";
  } catch {
    return "/admin";
  }
}

/** The sign-in page that comes back to `path`. */
export const signInThen = (path: string) => (path === "/admin" ? "/auth" : `/auth?next=${encodeURIComponent(path)}`);
