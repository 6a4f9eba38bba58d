// On the dashboard, only while something is wrong: a mailbox that is silent or signed out, and copies that did not reach Sent.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { countOf } from "#app/lib/formats.ts";
import { DashboardTile } from "#app/records/dashboard/dashboard-tile.tsx";
import { troubleTileQuery } from "./mailbox-data.ts";
import { heardWords, MailboxState } from "./settings/mailbox-item.tsx";

const settings = "/admin/settings?tab=mailboxes";

export default function MailboxTile() {
  const { data } = useQuery(troubleTileQuery);
  if (!data || data.length === 0) return null;
  return (
    <DashboardTile
      name="Mailboxes in trouble"
      title="Mail is not being read"
      all={{ label: "Mailboxes", to: settings }}
    >
      <ul>
        {data.map(
          ({ id, address, owner_name: owner, is_mine: isMine, state, last_heard_at: heard, copies_failed: copies }) => (
            <li
              key={id}
              className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-0"
            >
              <p className="min-w-0">
                <Link to={settings} className="block truncate font-[560] hover:underline">
                  {address}
                </Link>
                <small className="block text-caption text-muted">
                  {state === "signed_out"
                    ? `${isMine ? "Sign in again" : `Only ${owner ?? "its owner"} can sign in again`}. ${heardWords(heard)}`
                    : heardWords(heard)}
                  {copies > 0 && `. ${countOf(copies, "copy", "copies")} did not reach the Sent folder`}
                </small>
              </p>
              <MailboxState state={state} silent={state !== "signed_out"} />
            </li>
          ),
        )}
      </ul>
    </DashboardTile>
  );
}
