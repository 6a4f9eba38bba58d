// What a link to a file shows, and who has seen it. Tokens, ends and passwords are the platform's (server/platform/links).
import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";

export interface Share {
  linkId: string;
  documentId: string;
  title: string;
  accountName: string | null;
  versionId: string;
  no: number;
  fileId: string;
  fileName: string;
  size: number;
  sha256: string;
  mime: string;
  changedAt: Date;
  isNewest: boolean;
  allowDownload: boolean;
  askName: boolean;
  maxViews: number | null;
  viewed: number;
  message: string | null;
  expiresAt: Date | null;
  sharedBy: string | null;
  timeZone: string;
}

const grantHours = 2;
/** A visitor who reloads is one fetch, and one view. */
const sameVisitMinutes = 10;

export type Shares = ReturnType<typeof createShares>;

export function createShares(sql: Sql, now: () => Date) {
  /** Null when there is nothing to show any more: the document is put aside, or the one version was deleted. */
  async function find(linkId: string): Promise<Share | null> {
    const [share] = await sql<Share[]>`
      select settings.link_id as "linkId", documents.id as "documentId", documents.title, accounts.name as "accountName",
        version.id as "versionId", version.no, version.file_id as "fileId", version.file_name as "fileName",
        version.size::float8 as size, version.sha256, version.mime_sniffed as mime, version.created_at as "changedAt",
        settings.version_id is null as "isNewest", settings.allow_download as "allowDownload", settings.ask_name as "askName",
        settings.max_views as "maxViews", settings.message, link.expires_at as "expiresAt", staff.name as "sharedBy",
        office.time_zone as "timeZone",
        (select count(*)::int from public.share_views where link_id = settings.link_id and kind = 'viewed') as viewed
      from public.share_settings as settings
      join private.access_links as link on link.id = settings.link_id
      join public.documents on documents.id = settings.document_id and documents.archived_at is null
      join public.document_versions as version on version.document_id = documents.id and version.state <> 'deleted'
        and (version.id = settings.version_id or settings.version_id is null and version.no = documents.current_version)
      left join public.accounts on accounts.id = documents.account_id
      left join public.staff on staff.user_id = settings.created_by
      cross join public.office
      where settings.link_id = ${linkId}`;
    return share ?? null;
  }

  const networkHash = (linkId: string, address: string) =>
    createHash("sha256").update(`${linkId}:${address}`).digest("hex").slice(0, 16);

  /** Written at most once per visitor and ten minutes; true when it was. */
  async function note(share: Share, kind: "fetched" | "viewed" | "downloaded", address: string): Promise<boolean> {
    const network = networkHash(share.linkId, address);
    const since = new Date(now().getTime() - sameVisitMinutes * 60_000);
    const rows = await sql`
      insert into public.share_views (link_id, version_id, at, kind, network, name)
      select ${share.linkId}, ${share.versionId}, ${now()}, ${kind}, ${network},
        (select name from public.share_views where link_id = ${share.linkId} and network = ${network} and name is not null
         order by id desc limit 1)
      where not exists (select from public.share_views
        where link_id = ${share.linkId} and version_id = ${share.versionId} and kind = ${kind} and network = ${network} and at > ${since})
      returning id`;
    if (rows.length > 0 && kind !== "fetched") await tell(share, kind, address);
    return rows.length > 0;
  }

  /** Into the timeline of the account. */
  async function tell(share: Share, kind: "viewed" | "downloaded", address: string): Promise<void> {
    await sql`
      select private.record_document_event(${share.documentId}, ${kind}, ${JSON.stringify({ version: share.no })}::jsonb,
        coalesce((select name from public.share_views where link_id = ${share.linkId}
          and network = ${networkHash(share.linkId, address)} and name is not null order by id desc limit 1), 'Somebody with the link'))`;
  }

  /** Whether somebody on that network has touched the page, or sent its form: then a download is theirs and no scanner's. */
  async function wasSeen(share: Share, address: string): Promise<boolean> {
    const [row] = await sql`
      select from public.share_views where link_id = ${share.linkId} and kind = 'viewed'
        and network = ${networkHash(share.linkId, address)} limit 1`;
    return row !== undefined;
  }

  /** A view of a link that asks first: counted in one statement with the others, and a grant for a cookie. Null: used up. */
  async function admit(share: Share, name: string | null, address: string): Promise<string | null> {
    const grant = randomBytes(24).toString("base64url");
    const admitted = await sql.begin(async (tx) => {
      // One after the other: the last view is given once. Counted after the lock, by what others have written in the meantime.
      const [limit] = await tx<{ max_views: number | null }[]>`
        select max_views from public.share_settings where link_id = ${share.linkId} for update`;
      const [counted] = await tx<{ viewed: number }[]>`
        select count(*)::int as viewed from public.share_views where link_id = ${share.linkId} and kind = 'viewed'`;
      if (!limit || (limit.max_views !== null && (counted?.viewed ?? 0) >= limit.max_views)) return false;
      await tx`
        insert into public.share_views (link_id, version_id, at, kind, network, name, grant_hash)
        values (${share.linkId}, ${share.versionId}, ${now()}, 'viewed', ${networkHash(share.linkId, address)}, ${name}, ${hashOf(grant)})`;
      return true;
    });
    if (!admitted) return null;
    await tell(share, "viewed", address);
    return grant;
  }

  async function isAdmitted(share: Share, grant: string | undefined): Promise<boolean> {
    if (!share.askName && share.maxViews === null) return true;
    if (!grant) return false;
    const since = new Date(now().getTime() - grantHours * 3_600_000);
    const [row] = await sql`
      select from public.share_views where link_id = ${share.linkId} and grant_hash = ${hashOf(grant)} and at > ${since}`;
    return row !== undefined;
  }

  return { find, note, wasSeen, admit, isAdmitted };
}

const hashOf = (grant: string) => createHash("sha256").update(grant).digest();
export const grantSeconds = grantHours * 3600;
