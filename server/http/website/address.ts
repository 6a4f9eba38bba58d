/** Host name without port, case and trailing dot; undefined when there is none or it is not a host name. */
export function normalHost(host: string | undefined): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(?::\d{1,5})?$/i.exec(host ?? "");
  return match?.[1]?.toLowerCase();
}

/** Path (decoded where that is safe) and query (with its question mark); undefined for a bad encoding. */
export function splitTarget(target: string): { path: string; query: string } | undefined {
  const [beforeHash = ""] = target.split("#", 1);
  const mark = beforeHash.indexOf("?");
  const raw = mark < 0 ? beforeHash : beforeHash.slice(0, mark);
  const query = mark < 0 ? "" : beforeHash.slice(mark);
  if (!raw.startsWith("/")) return undefined;
  if (!raw.includes("%")) return { path: raw, query };
  try {
    const path = decodeURIComponent(raw);
    return path.includes("\0") ? undefined : { path, query };
  } catch {
    return undefined;
  }
}

/** From the end: a pattern would start again at every slash of a path that is full of them. */
export function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}
