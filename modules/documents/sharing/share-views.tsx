// Who has seen a link, newest first. What no one touched may have been a scanner of mail, and is said to be that.
import { When } from "../document-parts.tsx";
import type { ShareLink } from "./shares-data.ts";

const kindWords = { fetched: "Fetched, perhaps by a scanner", viewed: "Viewed", downloaded: "Downloaded" } as const;

export function ShareViews({ link }: { link: ShareLink }) {
  const seen = link.seen ?? [];
  return (
    <div>
      <p className="mb-1 text-caption">
        <b>Views</b>{" "}
        <span className="text-muted">
          {link.viewed}
          {link.last_at && (
            <>
              , last <When iso={link.last_at} />
            </>
          )}
          {link.downloaded > 0 && `, ${link.downloaded} ${link.downloaded === 1 ? "download" : "downloads"}`}
        </span>
      </p>
      {seen.length === 0 && <p className="border-t border-line py-2 text-caption text-muted">Nobody yet</p>}
      <ul className="max-h-52 overflow-y-auto text-caption">
        {seen.map(({ at, kind, name, no }, index) => (
          // A view has no identity but its place.
          <li key={index} className="flex justify-between gap-4 border-t border-line py-2">
            <span dir="auto" className="min-w-0">
              {name ? `${name}${kind === "viewed" ? "" : `, ${kindWords[kind].toLowerCase()}`}` : kindWords[kind]}
              {no !== null && <span className="text-muted"> v{no}</span>}
            </span>
            <span className="shrink-0 text-muted">
              <When iso={at} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
