// System Tests: looks at every mailbox now, and says what came of it.
import { useQuery } from "@tanstack/react-query";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { reasonWords, stateWords } from "./mailbox.ts";
import { type MailboxRow, mailboxesQuery, useLookNow } from "./mailbox-data.ts";
import { heardWords } from "./settings/mailbox-item.tsx";

const isWell = ({ state, is_silent: silent }: MailboxRow) => (state === "live" || state === "reading_back") && !silent;

export default function MailboxChecks() {
  const mailboxes = useQuery(mailboxesQuery);
  const look = useLookNow();
  const rows = mailboxes.data ?? [];
  const toLook = rows.filter(({ may_stop: may, state }) => may && (state === "live" || state === "waiting"));
  return (
    <section aria-label="Mailboxes" className={panelClass}>
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0 grow">
          <h2 className="text-small font-[640]">Mailboxes</h2>
          <p className="text-caption text-muted">Whether each is heard. Looking changes nothing in a mailbox.</p>
        </div>
        <Button
          variant="line"
          size="compact"
          icon="refresh"
          disabled={toLook.length === 0 || look.isPending}
          onClick={() => toLook.forEach(({ id }) => look.mutate(id))}
        >
          Look now
        </Button>
      </header>
      <div aria-live="polite" className="px-4 py-3 font-mono text-caption">
        {mailboxes.isPending && <p className="text-muted">Loading...</p>}
        {mailboxes.isError && (
          <p className="text-danger">The mailboxes could not be asked for: {messageOf(mailboxes.error)}</p>
        )}
        {mailboxes.data && rows.length === 0 && <p className="text-muted">No mailbox is connected.</p>}
        <ol>
          {rows.map((row) => (
            <li key={row.id} className="flex gap-3 py-1">
              <Icon
                name={isWell(row) ? "check" : "alert"}
                className={`mt-0.5 size-4 shrink-0 ${isWell(row) ? "text-live" : "text-danger"}`}
              />
              <span
                className={`min-w-0 wrap-anywhere ${isWell(row) ? "" : "text-danger"}`}
                title={row.last_heard_at ? formatMoment(row.last_heard_at) : undefined}
              >
                <span className="sr-only">{isWell(row) ? "Passed: " : "Look: "}</span>
                {row.address}: {stateWords[row.state].toLowerCase()}. {heardWords(row.last_heard_at)}.
                {row.reason && ` ${reasonWords[row.reason] ?? row.reason}`}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
