// Paths as they may be logged. People's names, addresses, ids and tokens are in paths ("/api/drafts/Jane%20Roe"), so only
// words that the deployment knows by itself are written out: those of its pages, files and routes, and names of tables.

const tableName = /^[a-z][a-z0-9_]{0,62}$/;
const maxLength = 200;

/** `known` are paths of files and patterns of routes; of a pattern everything but its parameters is known. */
export function createLoggedPath(known: Iterable<string>): (target: string | undefined) => string {
  const words = new Set<string>();
  for (const path of known)
    for (const word of path.split("/")) if (!word.startsWith(":") && !word.includes("*")) words.add(word);

  return (target = "") => {
    // A whole address as target may hold a name and a password before its host.
    const [path = ""] = (target.startsWith("/") ? target : target.replace(/^\w+:\/\/[^/?#]*/, "")).split(/[?#]/, 1);
    const isData = path.startsWith("/rest/v1/");
    const masked = path
      .slice(0, 4 * maxLength)
      .split("/")
      .map((word) => (words.has(word) || (isData && tableName.test(word)) ? word : ":x"))
      .join("/");
    return masked.length > maxLength ? `${masked.slice(0, maxLength)}...` : masked;
  };
}
