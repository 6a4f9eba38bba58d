// Which paths are what, for the server and for the exported site (tools/operate/export.ts).

/** The API, and the pages that a secret address opens: answered by code, not from memory. */
export const apiPaths = /^\/(?:healthz$|auth\/v1(?:\/|$)|rest\/v1(?:\/|$)|api(?:\/|$)|(?:p|pay|d|u)\/)/;
export const shellPaths = /^\/(?:auth|admin(?:\/.*)?)$/;
// The newsletter guide is shown under any name made of letters, digits and dashes.
export const guidePath = /^\/build\/[A-Za-z0-9-]+\/availut$/;
export const guidePage = "/build/torah-and-ai/availut";
export const toolsPage = "/standalone/gpt-extender-lite";
export const shell = "/__spa-fallback";
// Pages that are shown under other addresses only.
export const hasNoAddress = /^\/(?:404|error\/\d+|link\/[a-z-]+|__spa-fallback)$/;
