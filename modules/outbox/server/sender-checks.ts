// Whether a mail is from whom it says: what SPF, DKIM and DMARC found, as the receiving server wrote it into the headers. Anyone can
// write such headers into a mail, so a failure counts wherever it stands, and a pass only where Postmark has written it.

export interface Header {
  Name: string;
  Value: string;
}

export interface SenderChecks {
  /** fail: it came from elsewhere, or was changed on its way. none: no one can tell. */
  checks: "pass" | "fail" | "none";
  /** The address that handed it over, where it is of another domain than the one the mail names. */
  realSender: string | null;
}

const postmarkServer = /(?:^|[.@])(?:postmarkapp\.com|mtasv\.net)$/i;
const domainOf = (address: string) => address.trim().toLowerCase().split("@").at(-1) ?? "";

/** The same organization: one domain is the other, or lies below it. */
function aligned(domain: string, from: string): boolean {
  if (!domain.includes(".") || !from.includes(".")) return false;
  return domain === from || domain.endsWith(`.${from}`) || from.endsWith(`.${domain}`);
}

interface Result {
  method: string;
  result: string;
  /** The domain it is about, if it names one. */
  domain: string | null;
  isPostmarks: boolean;
}

/** RFC 8601: "server; spf=fail smtp.mailfrom=a@b; dkim=pass header.d=b". Comments in brackets say nothing to us. */
function authenticationResults({ Value }: Header): Result[] {
  const [server = "", ...parts] = Value.slice(0, 5000)
    .replaceAll(/\([^()]*\)/g, " ")
    .split(";");
  return parts.flatMap((part) => {
    const [, method, result] = /^\s*(spf|dkim|dmarc)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(part) ?? [];
    if (!method || !result) return [];
    const about = /\b(?:smtp\.mailfrom|smtp\.helo|header\.(?:d|i|from))\s*=\s*"?([^\s";]+)/i.exec(part)?.[1];
    return {
      method: method.toLowerCase(),
      result: result.toLowerCase(),
      domain: about === undefined ? null : domainOf(about),
      isPostmarks: postmarkServer.test(server.trim().split(/\s/)[0] ?? ""),
    };
  });
}

/** Postmark's own is the first: what came with the mail is below. */
function receivedSpf({ Value }: Header): { result: string; sender: string | null } {
  const result = /^\s*([a-z]+)/i.exec(Value)?.[1]?.toLowerCase() ?? "none";
  const sender = /\benvelope-from\s*=\s*"?<?([^\s">;]+)/i.exec(Value)?.[1] ?? null;
  return { result, sender };
}

const isFailure = ({ method, result }: Result) => result === "fail" || (method === "spf" && result === "softfail");

export function checkSender(from: string, headers: readonly Header[]): SenderChecks {
  const named = (name: string) => headers.filter(({ Name }) => Name.toLowerCase() === name);
  const results = named("authentication-results").flatMap(authenticationResults);
  const [spfHeader] = named("received-spf");
  const spf = spfHeader && receivedSpf(spfHeader);
  const spamTests = new Set((named("x-spam-tests")[0]?.Value ?? "").toUpperCase().split(/[\s,]+/));
  const fromDomain = domainOf(from);

  const returnPath = /<([^<>\s@]+@[^<>\s]+)>/.exec(named("return-path")[0]?.Value ?? "")?.[1];
  const sender = spf?.sender ?? returnPath ?? null;
  const isElsewhere = sender !== null && !aligned(domainOf(sender), fromDomain);
  const realSender = isElsewhere ? sender.slice(0, 254) : null;

  if (results.some((one) => one.method === "dmarc" && isFailure(one))) return { checks: "fail", realSender };
  const proved =
    results.some(
      ({ method, result, domain, isPostmarks }) =>
        isPostmarks && result === "pass" && (method === "dmarc" || (domain !== null && aligned(domain, fromDomain))),
    ) ||
    (spf?.result === "pass" && spf.sender !== null && !isElsewhere) ||
    spamTests.has("DKIM_VALID_AU");
  if (proved) return { checks: "pass", realSender };
  const failed =
    results.some(isFailure) ||
    spf?.result === "fail" ||
    spf?.result === "softfail" ||
    // Its own server stands for it, and that is another domain's.
    (spf?.result === "pass" && isElsewhere) ||
    ["SPF_FAIL", "SPF_SOFTFAIL", "DKIM_INVALID"].some((test) => spamTests.has(test));
  return { checks: failed ? "fail" : "none", realSender };
}
