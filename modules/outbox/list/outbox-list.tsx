// The left half of the outbox, where messages can be selected.
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { InboxList } from "#app/records/inbox/inbox-list.tsx";
import type { ChangeAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { canCancel, classWords } from "../message.ts";
import { Row } from "./message-row.tsx";
import { ReleaseIsOff } from "../message/release-dialog.tsx";
import { type MessageRow, stepSize, type View } from "../outbox-data.ts";

interface ListProps {
  view: View;
  list: UseQueryResult<{ rows: MessageRow[]; more: boolean }>;
  openId: string | null;
  rowLink: (id: string) => string;
  change: ChangeAddress;
  selected: ReadonlySet<string>;
  mark: (ids: readonly string[], on: boolean) => void;
  clear: () => void;
  ask: (what: "release" | "cancel", ids: readonly string[]) => void;
  /** False while publishing is off. */
  canRelease: boolean;
  onReleaseAll: () => void;
}

export function OutboxList(props: ListProps) {
  const { view, list, openId, rowLink, change, selected, mark } = props;
  const rows = list.data?.rows ?? [];
  return (
    <InboxList
      one="a message"
      many="messages"
      what="the outbox"
      list={list}
      search={view.search}
      filter={{
        name: "Class",
        chosen: view.class,
        choices: Object.entries(classWords).map(([id, label]) => ({ id, label })),
      }}
      narrowing={{ origin: view.origin !== null, contact: view.contact !== null }}
      change={change}
      steps={view.size / stepSize}
      top={
        <>
          {view.contact !== null && (
            <p className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 text-caption">
              Only messages to one contact.
              <Button variant="line" size="compact" icon="close" onClick={() => change({ contact: null, open: null })}>
                Show all
              </Button>
            </p>
          )}
          <Selected {...props} rows={rows} />
        </>
      }
      whileFailed="Nothing is released while this view is missing."
      nothing={<Nothing view={view} />}
      rows={rows.map((message) => (
        <Row
          key={message.id}
          message={message}
          to={rowLink(message.id)}
          selected={message.id === openId}
          checked={canCancel(message.state) ? selected.has(message.id) : null}
          onCheck={(on) => mark([message.id], on)}
        />
      ))}
    />
  );
}

/** What can be done with several at once; with "held" in view and nothing narrowed down, with all of them. */
function Selected({
  view,
  rows,
  selected,
  mark,
  clear,
  ask,
  canRelease,
  onReleaseAll,
}: ListProps & { rows: readonly MessageRow[] }) {
  const chosen = rows.filter(({ id, state }) => selected.has(id) && canCancel(state));
  const held = chosen.filter(({ state }) => state === "held").map(({ id }) => id);
  if (chosen.length === 0) {
    if (view.tab.id !== "held" || rows.length === 0) return null;
    const narrowed = view.search !== "" || view.class !== null || view.contact !== null || view.origin !== null;
    return (
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 max-sm:*:min-h-10">
        {!canRelease && may("outbox", "send") && <ReleaseIsOff />}
        {canRelease && !narrowed && may("outbox", "send") && (
          <Button variant="line" size="compact" icon="send" onClick={onReleaseAll}>
            Release all held
          </Button>
        )}
        <Button
          variant="line"
          size="compact"
          onClick={() =>
            mark(
              rows.map(({ id }) => id),
              true,
            )
          }
        >
          Select these {rows.length}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-nil px-3 py-2 max-sm:*:min-h-10">
      <output className="font-semibold">{chosen.length} selected</output>
      {held.length > 0 &&
        may("outbox", "send") &&
        (canRelease ? (
          <Button size="compact" icon="send" onClick={() => ask("release", held)}>
            Release
          </Button>
        ) : (
          <ReleaseIsOff />
        ))}
      <Button
        variant="line"
        size="compact"
        onClick={() =>
          ask(
            "cancel",
            chosen.map(({ id }) => id),
          )
        }
      >
        Cancel
      </Button>
      <Button variant="line" size="compact" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}

const empty: Record<View["tab"]["id"], readonly [title: string, text: string]> = {
  all: [
    "Nothing in the outbox",
    "Replies, reminders, proposals and sequence mails pass through here before they leave.",
  ],
  held: ["Nothing is held", "While SAFE is on, what would have left waits here until a person releases it."],
  waiting: ["Nothing waits", "What has passed the gate and leaves at its time is here until then."],
  uncertain: [
    "Nothing is uncertain",
    "A message that may have left, and may not, is here until a person has settled it.",
  ],
  failed: ["Nothing failed", "What a mail server refused, and what bounced, is kept here with its reason."],
  sent: ["Nothing has left yet", "What has left is kept here exactly as it left."],
  stopped: ["Nothing was stopped", "What was cancelled, expired or is on the stop list is kept here with its reason."],
};

function Nothing({ view }: { view: View }) {
  const [title, text] = empty[view.tab.id];
  return (
    <EmptyState art={view.tab.id === "all" ? <Art name="still" /> : undefined} title={title}>
      <p className="max-w-72 text-muted">{text}</p>
      {view.tab.id === "all" && (
        <Link to={{ search: "?dialog=new" }} className={buttonClass({ variant: "line", size: "compact" })}>
          Write a mail
        </Link>
      )}
    </EmptyState>
  );
}
