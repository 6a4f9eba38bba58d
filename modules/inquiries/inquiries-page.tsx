// The inbox: what waits, by the time that is left, with the message beside the list. On a phone one after the other.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useSession } from "#app/auth/session.tsx";
import { zoneNote } from "#app/lib/office-time.ts";
import { site } from "#content/site.ts";
import { useAddress } from "#app/records/list/use-address.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { useMedia } from "#app/ui/use-media.ts";
import { useNow } from "./clock-badge.tsx";
import { exportInquiries } from "./export-inquiries-data.ts";
import { InboxList } from "./inbox-list.tsx";
import { InboxPane } from "./inbox-pane.tsx";
import { countsQuery, inboxQuery, officeZoneQuery, stepSize, type View } from "./inquiries-data.ts";
import { useInquiryActions } from "./inquiry-actions-data.ts";
import { isKind, tabOf, tabs } from "./inquiry.ts";
import { useInboxKeys } from "./inbox-keys.tsx";

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
  const wide = useMedia("(min-width: 64rem)");
  const inbox = useQuery(inboxQuery(view));
  const counts = useQuery(countsQuery).data;
  const actions = useInquiryActions();
  const rows = inbox.data?.rows ?? [];
  // Beside the list something is always open; on a phone the list comes first.
  const openId = open ?? (wide ? (rows[0]?.id ?? null) : null);
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

  const showsPane = !wide && open !== null;
  // With nothing to list and nothing open, half of the plate would be empty.
  const alone = openId === null && rows.length === 0 && !inbox.isPending;
  const list = (
    <div
      className={`${panelClass} grid rounded-br-turn-dialog ${alone ? "*:border-r-0!" : "lg:grid-cols-[23.5rem_minmax(0,1fr)]"}`}
    >
      {!showsPane && <InboxList {...{ view, inbox, rowLink, change }} openId={wide ? openId : null} />}
      {((wide && !alone) || showsPane) && (
        <InboxPane
          id={openId}
          pending={inbox.isPending}
          actions={actions}
          onMoveOn={moveOn}
          back={wide ? null : link({ open: null })}
        />
      )}
    </div>
  );

  return (
    <>
      <title>{`Inquiries | ${site.name} admin`}</title>
      {!showsPane && (
        <Head>
          <Button variant="line" size="desk" icon="export" onClick={() => void exportInquiries(view)}>
            Export CSV
          </Button>
          <Link to="/admin/settings?tab=routing" className={buttonClass({ variant: "line", size: "desk" })}>
            <Icon name="gear" className="size-4" />
            Routing
          </Link>
        </Head>
      )}
      {showsPane ? (
        list
      ) : (
        <Tabs
          label="Inquiries"
          tone="ink"
          selected={view.tab.id}
          onSelect={(id) => change({ tab: id === "waiting" ? null : id, open: null, steps: null })}
          tabs={tabs.map(({ id, name }) => ({
            id,
            label: name,
            count: counts?.[id],
            panel: id === view.tab.id ? list : null,
          }))}
        />
      )}
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
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Inquiries</h1>
        <p className="mt-0.5 min-h-5 text-muted">
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
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow">{children}</div>
    </div>
  );
}
