interface Accepted {
  br: boolean;
  gzip: boolean;
}

// Browsers send a handful of different headers; a bound keeps made-up ones from filling the memory.
const known = new Map<string, Accepted>();
const mostKnown = 200;

/** What an Accept-Encoding header allows; q=0 refuses. */
export function acceptedEncodings(header: string): Accepted {
  let accepted = known.get(header);
  if (!accepted) {
    accepted = { br: accepts(header, "br"), gzip: accepts(header, "gzip") };
    if (known.size < mostKnown && header.length < 100) known.set(header, accepted);
  }
  return accepted;
}

function accepts(header: string, encoding: string): boolean {
  const part = header.split(",").find((item) => item.split(";")[0]?.trim() === encoding);
  return part !== undefined && !/;\s*q=0(?:\.0*)?\s*$/.test(part);
}
