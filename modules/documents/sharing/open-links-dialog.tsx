// Every link that is open, of all documents: to see at a glance what strangers can read, and to take one back.
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { When } from "../document-parts.tsx";
import { sharesQuery, useRevokeShare } from "./shares-data.ts";

export function OpenLinksDialog({ onClose }: { onClose: () => void }) {
  const links = useQuery(sharesQuery(null));
  const revoke = useRevokeShare();
  return (
    <Dialog open onClose={onClose} title="Open links">
      {links.isPending && <LoadingRows rows={3} />}
      {links.isError && (
        <p role="alert" className="text-danger">
          Failed to load the links. {messageOf(links.error)}
        </p>
      )}
      {links.data?.length === 0 && <p className="text-muted">No link is open. Share a document to make one.</p>}
      <ul>
        {links.data?.map((link) => (
          <li key={link.link_id} className="flex items-center gap-3 border-t border-line py-2.5 first:border-0">
            <span className="min-w-0 grow">
              <b dir="auto" className="block truncate font-semibold">
                {link.title}
              </b>
              <span className="text-caption text-muted">
                {[
                  link.account_name,
                  link.version_no === null ? "newest version" : `version ${link.version_no}`,
                  `${link.viewed} ${link.viewed === 1 ? "view" : "views"}`,
                ]
                  .filter(Boolean)
                  .join(", ")}
                {link.expires_at ? (
                  <>
                    , until <When iso={link.expires_at} />
                  </>
                ) : (
                  ", without an end"
                )}
              </span>
            </span>
            <Button
              variant="line"
              size="compact"
              className="border-danger text-danger"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(link.link_id)}
            >
              Revoke<span className="sr-only"> the link to {link.title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
