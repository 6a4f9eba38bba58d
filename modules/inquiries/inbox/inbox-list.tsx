// The left half of the inbox.
import type { UseQueryResult } from "@tanstack/react-query";
import { InboxList } from "#app/records/inbox/inbox-list.tsx";
import type { ChangeAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Inquiry, stepSize, type View } from "../inquiries-data.ts";
import { InquiryRow } from "./inquiry-row.tsx";
import { kinds } from "../inquiry.ts";

interface ListProps {
  view: View;
  inbox: UseQueryResult<{ rows: Inquiry[]; more: boolean }>;
  openId: string | null;
  rowLink: (id: string) => string;
  change: ChangeAddress;
}

export function InquiryList({ view, inbox, openId, rowLink, change }: ListProps) {
  return (
    <InboxList
      one="an inquiry"
      many="inquiries"
      list={inbox}
      search={view.search}
      filter={{
        name: "Kind",
        chosen: view.kind,
        choices: Object.entries(kinds).map(([id, { name, icon }]) => ({ id, label: name, icon })),
      }}
      narrowing={{ mine: view.mine !== null }}
      change={change}
      steps={view.size / stepSize}
      beside={
        <Button
          variant="line"
          size="compact"
          aria-pressed={view.mine !== null}
          className="aria-pressed:bg-nil max-sm:min-h-10"
          onClick={() => change({ mine: view.mine ? null : "yes", open: null })}
        >
          Mine
        </Button>
      }
      whileFailed="Visitors can still send: new messages are kept and appear when this works again."
      nothing={<NothingHere view={view} />}
      rows={grouped(inbox.data?.rows ?? [], view.tab.id === "held" && view.search === "").map(({ inquiry, alike }) => (
        <InquiryRow
          key={inquiry.id}
          inquiry={inquiry}
          alike={alike}
          to={rowLink(inquiry.id)}
          selected={inquiry.id === openId}
        />
      ))}
    />
  );
}

/** A flood of one text is one row, so that it hides no one. */
function grouped(rows: readonly Inquiry[], group: boolean): { inquiry: Inquiry; alike: number }[] {
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
        <a href="/contact" className={buttonClass({ variant: "line", size: "compact" })}>
          <Icon name="external" className="size-4" />
          Open the contact page
        </a>
      )}
    </EmptyState>
  );
}
