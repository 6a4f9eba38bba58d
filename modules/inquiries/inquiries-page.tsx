// The inbox: what waits, by the time that is left, with the message beside the list. On a phone one after the other.
import { may } from "#app/lib/access.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useSession } from "#app/auth/session.tsx";
import { zoneNote } from "#app/lib/office-time.ts";
import { site } from "#content/site.ts";
import { SplitInbox, useSplit } from "#app/records/inbox/split-inbox.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useNow } from "./inbox/clock-badge.tsx";
import { exportInquiries } from "./export-inquiries-data.ts";
import { InquiryList } from "./inbox/inbox-list.tsx";
import { InboxPane } from "./inbox/inbox-pane.tsx";
import { countsQuery, inboxQuery, officeZoneQuery, stepSize, type View } from "./inquiries-data.ts";
import { useInquiryActions } from "./inquiry-actions-data.ts";
import { isKind, tabOf, tabs } from "./inquiry.ts";
import { useInboxKeys } from "./inbox/inbox-keys.tsx";

/** The URL holds the state: a link or a reload shows the same. */
function useView() {
  const { params, change, link } = useAddress();
  const { user } = useSession();
  const kind = params.get("kind");
  const view: View = {
    tab: tabOf(params.get("tab")),
    search: params.get("search") ?? "",
    kind: isKind(kind) ? kind : null,
    mine: params.has("mine") ? (user?.id ?? null) : null,
    size: stepSize * Math.max(1, Math.min(20, Number(params.get("steps")) || 1)),
  };
  return { view, open: params.get("open"), link, change };
}

export default function InquiriesPage() {
  const { view, open, link, change } = useView();
  const inbox = useQuery(inboxQuery(view));
  const counts = useQuery(countsQuery).data;
  const actions = useInquiryActions();
  const rows = inbox.data?.rows ?? [];
  const split = useSplit(rows, open);
  const { wide, openId } = split;
  const rowLink = (id: string) => link({ open: id });

  /** After an action the row leaves the list: the next one takes its place, or the list itself on a phone. */
  const moveOn = (from: string) => {
    const index = rows.findIndex(({ id }) => id === from);
    if (index < 0) return null;
    const next = rows[index + 1]?.id ?? rows[index - 1]?.id ?? null;
    change({ open: wide ? next : null }, true);
    return next;
  };
  useInboxKeys({
    rows,
    openId,
    actions,
    onMoveOn: moveOn,
    onOpen: (id) => change({ open: id }, true),
    onHeld: () => change({ tab: "held", open: null }),
  });

  return (
    <>
      <title>{`Inquiries | ${site.name} admin`}</title>
      <SplitInbox
        name="Inquiries"
        split={split}
        alone={openId === null && rows.length === 0 && !inbox.isPending}
        head={
          <Head>
            {may("inquiries", "export") && (
              <Button variant="line" size="compact" icon="export" onClick={() => void exportInquiries(view)}>
                Export CSV
              </Button>
            )}
            {may("inquiries", "edit") && (
              <Link to="/admin/settings?tab=routing" className={buttonClass({ variant: "line", size: "compact" })}>
                <Icon name="gear" className="size-4" />
                Routing
              </Link>
            )}
          </Head>
        }
        selected={view.tab.id}
        onSelect={(id) => change({ tab: id === "waiting" ? null : id, open: null, steps: null })}
        tabs={tabs.map(({ id, name }) => ({ id, label: name, count: counts?.[id] }))}
        list={<InquiryList {...{ view, inbox, rowLink, change }} openId={wide ? openId : null} />}
        pane={
          <InboxPane
            id={openId}
            pending={inbox.isPending}
            actions={actions}
            onMoveOn={moveOn}
            back={wide ? null : link({ open: null })}
          />
        }
      />
    </>
  );
}

function Head({ children }: { children: React.ReactNode }) {
  const counts = useQuery(countsQuery).data;
  const office = useQuery(officeZoneQuery).data;
  const now = useNow();
  const waits = counts && (counts.due === 1 ? "1 waits for an answer" : `${counts.due || "None"} wait for an answer`);
  const late = counts && counts.overdue > 0 && `, ${counts.overdue} ${counts.overdue === 1 ? "is" : "are"} overdue`;
  return (
    <AreaHead
      title="Inquiries"
      note={
        <>
          {waits}
          {late}
          {waits && ". "}
          {office && `We promise two business days, until ${office.closesAt}${zoneNote(now)}.`}
          {counts && counts.held > 0 && (
            <>
              {" "}
              <Link to="/admin/inquiries?tab=held" className="underline decoration-control underline-offset-3">
                {counts.held === 1 ? "1 message waits for a check" : `${counts.held} messages wait for a check`}
              </Link>
              .
            </>
          )}
        </>
      }
    >
      {children}
    </AreaHead>
  );
}
