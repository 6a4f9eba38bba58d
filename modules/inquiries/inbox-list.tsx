// The left half of the inbox: find, narrow down, and the rows.
import type { UseQueryResult } from "@tanstack/react-query";
import { formatClock } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/desk/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/desk/menu.tsx";
import { type Inquiry, stepSize, type View } from "./inquiries-data.ts";
import { InquiryRow } from "./inquiry-row.tsx";
import { kinds } from "./inquiry.ts";

interface ListProps {
  view: View;
  inbox: UseQueryResult<{ rows: Inquiry[]; more: boolean }>;
  openId: string | null;
  rowLink: (id: string) => string;
  change: (changes: Record<string, string | null>, replace?: boolean) => void;
}

export function InboxList({ view, inbox, openId, rowLink, change }: ListProps) {
  const narrowed = view.search !== "" || view.kind !== null || view.mine !== null;
  return (
    <div className="min-w-0 lg:border-r lg:border-line">
      <div className="flex gap-2 border-b border-line px-3 py-2.5 *:first:min-w-0">
        <FindField
          label="Find an inquiry"
          value={view.search}
          onFind={(search) => change({ search: search || null, open: null }, true)}
        />
        <Menu
          label={`Kind: ${view.kind ? kinds[view.kind].name : "any"}`}
          className={buttonClass({ variant: "line", size: "desk", className: "max-sm:min-h-10" })}
          trigger={
            <>
              <Icon name="filter" className="size-4" />
              {view.kind ? kinds[view.kind].name : "Kind"}
            </>
          }
          actions={[
            { id: "any", label: "Any kind", onAction: () => change({ kind: null, open: null }) },
            ...Object.entries(kinds).map(([id, { name, icon }]) => ({
              id,
              label: name,
              icon,
              onAction: () => change({ kind: id, open: null }),
            })),
          ]}
        />
        <Button
          variant="line"
          size="desk"
          aria-pressed={view.mine !== null}
          className="aria-pressed:bg-nil max-sm:min-h-10"
          onClick={() => change({ mine: view.mine ? null : "yes", open: null })}
        >
          Mine
        </Button>
      </div>
      {inbox.isError && <Failed inbox={inbox} />}
      {inbox.isPending ? (
        <LoadingRows />
      ) : inbox.data && inbox.data.rows.length === 0 ? (
        narrowed ? (
          <EmptyState title="No inquiries match.">
            <Button
              variant="line"
              size="desk"
              onClick={() => change({ search: null, kind: null, mine: null, open: null })}
            >
              Clear filters
            </Button>
          </EmptyState>
        ) : (
          <NothingHere view={view} />
        )
      ) : (
        inbox.data && (
          <Rows
            rows={inbox.data.rows}
            {...{ view, openId, rowLink }}
            isStale={inbox.isError || inbox.isPlaceholderData}
          />
        )
      )}
      {inbox.data?.more && (
        <p className="border-t border-line p-3 text-center">
          <Button variant="line" size="desk" onClick={() => change({ steps: String(view.size / stepSize + 1) }, true)}>
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}

function Rows({
  rows,
  view,
  openId,
  rowLink,
  isStale,
}: Pick<ListProps, "view" | "openId" | "rowLink"> & { rows: Inquiry[]; isStale: boolean }) {
  return (
    <ul aria-label="Inquiries" aria-busy={isStale}>
      {grouped(rows, view.tab.id === "held" && view.search === "").map(({ inquiry, alike }) => (
        <InquiryRow
          key={inquiry.id}
          inquiry={inquiry}
          alike={alike}
          to={rowLink(inquiry.id)}
          selected={inquiry.id === openId}
        />
      ))}
    </ul>
  );
}

/** A flood of one text is one row, so that it hides nobody. */
export function grouped(rows: readonly Inquiry[], group: boolean): { inquiry: Inquiry; alike: number }[] {
  const groups: { inquiry: Inquiry; alike: number }[] = [];
  const byText = new Map<string, { inquiry: Inquiry; alike: number }>();
  for (const inquiry of rows) {
    const known = group && inquiry.content_key ? byText.get(inquiry.content_key) : undefined;
    if (known) {
      known.alike += 1;
      continue;
    }
    const one = { inquiry, alike: 1 };
    groups.push(one);
    if (inquiry.content_key) byText.set(inquiry.content_key, one);
  }
  return groups;
}

function Failed({ inbox }: { inbox: ListProps["inbox"] }) {
  return (
    <FailedRow what="inquiries" why={messageOf(inbox.error)} onRetry={() => void inbox.refetch()}>
      Visitors can still send: new messages are kept and appear when this works again.
      {inbox.data && ` The rows below were read at ${formatClock(new Date(inbox.dataUpdatedAt))}.`}
    </FailedRow>
  );
}

const empty: Record<View["tab"]["id"], [title: string, text: string]> = {
  waiting: [
    "Nothing waits for an answer",
    "Messages from the contact, training, manifesto and article pages arrive here, each with a time to answer by.",
  ],
  held: [
    "Nothing waits for a check",
    "What looks like spam waits here until a person has decided. Its sender was promised the same day as everyone.",
  ],
  answered: ["Nothing answered yet", "What you answer, or mark as answered, is kept here with how long it took."],
  closed: ["Nothing closed", "What needs no answer is closed, and kept here."],
  spam: ["No spam", "What you mark as spam is kept here for 30 days, without the records it had made."],
};

function NothingHere({ view }: { view: View }) {
  const [title, text] = empty[view.tab.id];
  return (
    <EmptyState title={title} art={<Art name="still" />}>
      <p className="max-w-96 text-muted">{text}</p>
      {view.tab.id === "waiting" && (
        <a href="/contact" className={buttonClass({ variant: "line", size: "desk" })}>
          <Icon name="external" className="size-4" />
          Open the contact page
        </a>
      )}
    </EmptyState>
  );
}
