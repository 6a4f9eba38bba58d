// Which paths are what, for the server and for the exported site (tools/operate/export.ts).

export const apiPaths = /^\/(?:(?:healthz|livez|readyz|metrics)$|auth\/v1(?:\/|$)|rest\/v1(?:\/|$)|api(?:\/|$))/;
/** First parts of addresses that hold a token: modules respond to them. deploy/nginx.conf passes on the same ones. */
export const modulePrefixes = ["p", "pay", "d", "u", "i", "c", "n", "book", "m", "feed"];
/** Pages of modules without a token: the address alone, and everything below it. */
export const modulePages = ["client"];
export const modulePaths = new RegExp(`^/(?:(?:${modulePrefixes.join("|")})/.|(?:${modulePages.join("|")})(?:/|$))`);
export const shellPaths = /^\/(?:auth|admin(?:\/.*)?)$/;
// The newsletter guide is shown under any name made of letters, digits and dashes.
export const guidePath = /^\/build\/[A-Za-z0-9-]+\/availut$/;
export const guidePage = "/build/torah-and-ai/availut";
export const toolsPage = "/standalone/gpt-extender-lite";
export const shell = "/__spa-fallback";
/** After a form was sent; there only while the module inquiries is on. */
export const sentPage = "/contact/sent";
// Pages that are shown under other addresses, or at times, only.
export const hasNoAddress = /^\/(?:404|error\/\d+|link\/[a-z-]+|contact\/sent|__spa-fallback)$/;
