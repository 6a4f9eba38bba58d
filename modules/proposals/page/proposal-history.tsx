// Versions, the answer, and what happened with the pages: how often and when last, and "perhaps a scanner" where no one touched one.
import { exactMoney, formatMoney } from "#domain/money.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { panelClass } from "#app/ui/panel.ts";
import { PanelHead } from "../editor/editor-letter.tsx";
import type { ProposalRecord } from "../proposals-data.ts";

const words: Record<string, string> = {
  created: "Begun",
  written: "Written for the client, final",
  "written again": "Written again, with a fresh link",
  sent: "Sent: the mail left",
  "sent again": "Sent again: the mail left",
  bounced: "The mail bounced",
  fetched: "Page fetched, perhaps by a scanner",
  viewed: "Page read by a person",
  downloaded: "PDF taken",
  "link copied": "Link copied",
  "new version": "New version begun",
  withdrawn: "Withdrawn",
  expired: "Ended",
  accepted: "Accepted",
  declined: "Declined",
  "asked for a change": "The client asks for a change",
  "asked a question": "The client asks a question",
  "answered a question": "A question answered",
  "asked for a new day": "The client asks for a new date",
};

export function AnswerPanel({ record }: { record: ProposalRecord }) {
  const { decision } = record;
  if (!decision) return null;
  const facts: [string, string][] = [
    ...(decision.typed_name ? [["Name", decision.typed_name] as [string, string]] : []),
    ["When", formatMoment(decision.decided_at)],
    ...(decision.kind === "accepted"
      ? [
          ["Total", exactMoney(decision.total_minor, record.currency)] as [string, string],
          ["Deposit", decision.deposit_minor > 0 ? exactMoney(decision.deposit_minor, record.currency) : "None"] as [
            string,
            string,
          ],
        ]
      : [["Reason", decision.reason ?? "None given"] as [string, string]]),
    ["From", decision.ip ?? "Unknown"],
    ["Hash", decision.content_sha256],
  ];
  return (
    <section aria-label="Answer" className={panelClass}>
      <PanelHead title={decision.kind === "accepted" ? "Accepted" : "Declined"} />
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 p-4">
        {facts.map(([term, fact]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {fact}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function ProposalHistory({ record }: { record: ProposalRecord }) {
  const live = record.links.filter(({ ended }) => !ended).length;
  return (
    <>
      {record.versions.length > 1 && (
        <section aria-label="Versions" className={panelClass}>
          <PanelHead title="Versions" />
          <ul>
            {record.versions.map(({ no, title, written_at: written, left_at: left, total_minor: total }) => (
              <li
                key={no}
                className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-b border-line px-4 py-2.5 last:border-0"
              >
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  <b className="font-semibold">Version {no}</b> {title}
                </span>
                <span className="text-caption text-muted">
                  {formatMoney(total, record.currency)},{" "}
                  {left
                    ? `sent ${formatMoment(left)}`
                    : written
                      ? `written ${formatMoment(written)}, not sent`
                      : "not sent"}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="What happened" className={`${panelClass} rounded-br-turn-dialog`}>
        <PanelHead title="What happened">
          <span className="text-caption text-muted">{live === 1 ? "1 link is open" : `${live} links are open`}</span>
        </PanelHead>
        <ol>
          {record.events.map(({ no, at, kind, data }) => (
            <li
              key={no}
              className="flex flex-wrap justify-between gap-x-4 border-b border-line px-4 py-2 last:border-0"
            >
              <span>
                {words[kind] ?? kind}
                {record.current_version > 1 && data.version ? `, version ${data.version}` : ""}
              </span>
              <time dateTime={at} className="text-caption text-muted">
                {formatMoment(at)}
              </time>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
