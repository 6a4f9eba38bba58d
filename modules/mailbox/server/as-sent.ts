// A cleaned mail (reading/clean-html.ts) as a page for an iframe without scripts and without an origin.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

export const asSentPage = (cleanHtml: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
  `<meta name="referrer" content="no-referrer"></head><body>${cleanHtml}</body></html>`;
