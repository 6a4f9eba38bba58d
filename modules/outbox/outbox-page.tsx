// The outbox: every message that leaves or would have, with exactly what would leave beside the list. On a phone one after the other.
import { may } from "#app/lib/access.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { site } from "#content/site.ts";
import { publishingDisabledToast } from "#app/lib/publish.ts";
import { SplitInbox, useSplit } from "#app/records/inbox/split-inbox.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Button } from "#app/ui/button.tsx";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { toast } from "#app/ui/toast.ts";
import { CancelDialog } from "./message/cancel-dialog.tsx";
import { ComposeDialog } from "./compose/compose-dialog.tsx";
import { classOf, dueWords, tabOf, tabs } from "./message.ts";
import { MessagePane } from "./message/message-pane.tsx";
import { useOutboxActions } from "./outbox-actions-data.ts";
import { countsOf, outboxQuery, stepSize, summaryQuery, type View } from "./outbox-data.ts";
import { useOutboxKeys } from "./list/outbox-keys.tsx";
import { OutboxList } from "./list/outbox-list.tsx";
import { PauseButton } from "./list/pause.tsx";
import { ReleaseAllDialog, ReleaseDialog } from "./message/release-dialog.tsx";
import { SafeStrip } from "./list/safe-strip.tsx";
import { StopList } from "./stop-list/stop-list.tsx";

/** The URL holds the state: a link or a reload shows the same. */
function useView() {
  const { params, change, link } = useAddress();
  const view: View = {
    tab: tabOf(params.get("tab")),
    search: params.get("search") ?? "",
    origin: params.get("origin"),
    class: classOf(params.get("class")),
    contact: params.get("contact"),
    size: stepSize * Math.max(1, Math.min(20, Number(params.get("steps")) || 1)),
  };
  return {
    view,
    open: params.get("open"),
    stops: params.get("tab") === "stop-list",
    composing: params.get("dialog") === "new",
    change,
    link,
  };
}

/** What a dialog is about to do, to which messages. */
type Asking = { what: "release" | "cancel"; ids: readonly string[] } | { what: "release-all"; count: number } | null;

export default function OutboxPage() {
  const { view, open, stops, composing, change, link } = useView();
  const list = useQuery({ ...outboxQuery(view), enabled: !stops });
  const summary = useQuery(summaryQuery).data;
  const counts = summary && countsOf(summary);
  const canRelease = summary?.safe === false;
  const actions = useOutboxActions();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Asking>(null);
  const rows = list.data?.rows ?? [];
  const split = useSplit(rows, stops ? null : open);
  const { wide, openId } = split;
  const mark = (ids: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setSelected(next);
  };
  const ask = (what: "release" | "cancel", ids: readonly string[]) => {
    // By its key; the buttons lead to the setting instead.
    if (what === "release" && !canRelease) return toast(publishingDisabledToast);
    setAsking({ what, ids });
  };
  const done = () => {
    setAsking(null);
    setSelected(new Set());
  };
  useOutboxKeys({
    rows: stops ? [] : rows,
    openId,
    onOpen: (id) => change({ open: id }, true),
    onSelect: (id) => mark([id], !selected.has(id)),
    onRelease: (id) => ask("release", [id]),
    onCancel: (id) => ask("cancel", [id]),
  });

  return (
    <>
      <title>{`Outbox | ${site.name} admin`}</title>
      <SplitInbox
        name="Outbox"
        split={split}
        head={
          <>
            <AreaHead
              title="Outbox"
              note={`Every message we send, or would have sent.${summary ? ` ${dueWords(summary)}` : ""}`}
            >
              {may("outbox", "edit") && <PauseButton actions={actions} />}
              <Button size="compact" icon="mail" onClick={() => change({ dialog: "new" })}>
                New mail
              </Button>
              {counts !== undefined && counts.held > 0 && (
                <Button variant="line" size="compact" icon="lock" onClick={() => change({ tab: "held", open: null })}>
                  Show the held
                </Button>
              )}
            </AreaHead>
            {summary && <SafeStrip summary={summary} actions={actions} />}
          </>
        }
        selected={stops ? "stop-list" : view.tab.id}
        onSelect={(id) => {
          setSelected(new Set());
          change({ tab: id === "all" ? null : id, open: null, steps: null });
        }}
        tabs={[
          ...tabs.map(({ id, name }) => ({ id, label: name, count: counts?.[id] })),
          { id: "stop-list", label: "Stop list", panel: <StopList /> },
        ]}
        list={
          <OutboxList
            {...{ view, list, change, selected, mark, ask }}
            canRelease={canRelease}
            onReleaseAll={() => {
              if (counts) setAsking({ what: "release-all", count: counts.held });
            }}
            clear={() => setSelected(new Set())}
            rowLink={(id) => link({ open: id })}
            openId={wide ? openId : null}
          />
        }
        pane={
          <MessagePane
            id={openId}
            pending={list.isPending}
            actions={actions}
            canRelease={canRelease}
            back={wide ? null : link({ open: null })}
            onRelease={(id) => ask("release", [id])}
            onCancel={(id) => ask("cancel", [id])}
          />
        }
      />
      {composing && (
        <ComposeDialog
          onClose={() => change({ dialog: null }, true)}
          onWritten={(id) => change({ dialog: null, tab: null, search: null, open: id })}
        />
      )}
      {asking?.what === "release" && (
        <ReleaseDialog ids={asking.ids} actions={actions} onClose={() => setAsking(null)} onDone={done} />
      )}
      {asking?.what === "release-all" && (
        <ReleaseAllDialog count={asking.count} actions={actions} onClose={() => setAsking(null)} onDone={done} />
      )}
      {asking?.what === "cancel" && (
        <CancelDialog ids={asking.ids} actions={actions} onClose={() => setAsking(null)} onDone={done} />
      )}
    </>
  );
}
