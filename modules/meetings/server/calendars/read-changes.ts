// What changed in one calendar since it was read. The server's own token answers in one call when nothing did; a server that
// refuses the token, or whose token lies, is compared entry by entry.
import type { DAVResponse } from "tsdav";
import { type Caldav, CalendarFailed, isOk, textOf } from "./caldav.ts";

export interface KnownEntries {
  syncToken: string | null;
  /** Entry tags by address. */
  etags: Map<string, string>;
}

export interface ChangedEntry {
  href: string;
  etag: string;
  ics: string;
}

export interface CalendarChanges {
  changed: ChangedEntry[];
  gone: string[];
  syncToken: string | null;
  /** Every entry was compared, not only those the token named. */
  compared: boolean;
}

export const entriesPerCall = 100;
const maxEntries = 20_000;

export async function readChanges(
  dav: Caldav,
  url: string,
  known: KnownEntries,
  { compareAll = false }: { compareAll?: boolean } = {},
): Promise<CalendarChanges> {
  const listed =
    (known.syncToken !== null && !compareAll && (await sinceToken(dav, url, known.syncToken))) ||
    (await comparison(dav, url, known));
  const wanted = listed.changed.filter(({ href, etag }) => etag === null || known.etags.get(href) !== etag);
  const fetched = await entriesAt(
    dav,
    url,
    wanted.map(({ href }) => href),
  );
  const there = new Set(fetched.map(({ href }) => href));
  // Named a moment ago and gone by now.
  const vanished = wanted.map(({ href }) => href).filter((href) => !there.has(href));
  return {
    changed: fetched,
    gone: [...new Set([...listed.gone, ...vanished])].filter((href) => known.etags.has(href)),
    syncToken: listed.syncToken,
    compared: listed.compared,
  };
}

interface Listed {
  changed: { href: string; etag: string | null }[];
  gone: string[];
  syncToken: string | null;
  compared: boolean;
}

/** Null: the server does not accept the token. tsdav says so with `ok: false`, and throws nothing. */
async function sinceToken(dav: Caldav, url: string, token: string): Promise<Listed | null> {
  const found: Listed = { changed: [], gone: [], syncToken: token, compared: false };
  for (let pages = 0; pages < 100; pages += 1) {
    const page = await syncPage(dav, url, found.syncToken);
    if (!page) return null;
    found.changed.push(...page.changed);
    found.gone.push(...page.gone);
    const isEnd = !page.more || page.syncToken === found.syncToken;
    found.syncToken = page.syncToken;
    if (isEnd) return found;
  }
  return null;
}

async function syncPage(dav: Caldav, url: string, token: string | null): Promise<(Listed & { more: boolean }) | null> {
  const responses = await dav.report(
    url,
    {
      "sync-collection": {
        _attributes: { "xmlns:d": "DAV:", "xmlns:c": "urn:ietf:params:xml:ns:caldav" },
        "sync-token": token ?? "",
        "sync-level": "1",
        "d:prop": { "d:getetag": {} },
      },
    },
    "d",
  );
  const multistatus = (responses[0]?.raw as { multistatus?: { syncToken?: unknown } } | undefined)?.multistatus;
  const syncToken = textOf(multistatus?.syncToken);
  if (!multistatus || syncToken === null) return null;
  const page = { changed: [] as Listed["changed"], gone: [] as string[], syncToken, compared: false, more: false };
  for (const response of responses) {
    const href = entryHref(response, url);
    // The calendar itself with 507: there is more than one answer holds.
    if (href === null) page.more ||= response.href !== undefined && response.status === 507;
    else if (response.status === 404 || response.status === 410) page.gone.push(href);
    else if (isOk(response)) page.changed.push({ href, etag: textOf(response.props?.["getetag"]) });
  }
  return page;
}

/** With an empty token the answer holds every entry and the token that belongs to it. Servers without tokens list the folder. */
async function comparison(dav: Caldav, url: string, known: KnownEntries): Promise<Listed> {
  const first = (await sinceToken(dav, url, "")) ?? (await folder(dav, url));
  if (first.changed.length > maxEntries) throw new CalendarFailed("too large", String(first.changed.length));
  const there = new Set(first.changed.map(({ href }) => href));
  return { ...first, gone: [...known.etags.keys()].filter((href) => !there.has(href)), compared: true };
}

async function folder(dav: Caldav, url: string): Promise<Listed> {
  const responses = await dav.find(url, "1", ["d:getetag", "d:resourcetype"]);
  const [first] = responses;
  if (!first || first.status >= 400) throw new CalendarFailed("no calendar", first ? String(first.status) : null);
  const changed = responses.flatMap((response) => {
    const href = entryHref(response, url);
    const isFolder = "collection" in ((response.props?.["resourcetype"] as object | null) ?? {});
    return href === null || isFolder || !isOk(response) ? [] : [{ href, etag: textOf(response.props?.["getetag"]) }];
  });
  return { changed, gone: [], syncToken: null, compared: true };
}

/** Null: the calendar itself, or an address that is none of its entries. */
function entryHref({ href }: DAVResponse, url: string): string | null {
  if (!href || !URL.canParse(href, url)) return null;
  const there = new URL(href, url);
  const calendar = new URL(url);
  const folderPath = calendar.pathname.replace(/\/?$/, "/");
  return there.origin === calendar.origin &&
    there.pathname.startsWith(folderPath) &&
    there.pathname.length > folderPath.length
    ? there.pathname
    : null;
}

async function entriesAt(dav: Caldav, url: string, hrefs: string[]): Promise<ChangedEntry[]> {
  const entries: ChangedEntry[] = [];
  for (let at = 0; at < hrefs.length; at += entriesPerCall) {
    const responses = await dav.report(
      url,
      {
        "calendar-multiget": {
          _attributes: { "xmlns:d": "DAV:", "xmlns:c": "urn:ietf:params:xml:ns:caldav" },
          "d:prop": { "d:getetag": {}, "c:calendar-data": {} },
          "d:href": hrefs.slice(at, at + entriesPerCall),
        },
      },
      "c",
      "1",
    );
    const [first] = responses;
    if (first && !(first.raw as { multistatus?: unknown } | undefined)?.multistatus)
      throw new CalendarFailed("refused", String(first.status));
    for (const response of responses) {
      const href = entryHref(response, url);
      const ics = textOf(response.props?.["calendarData"]);
      if (href !== null && ics !== null && isOk(response))
        entries.push({ href, ics, etag: textOf(response.props?.["getetag"]) ?? "" });
    }
  }
  return entries;
}
