// /admin/relationships: what goes cold, what is suggested, who introduced whom, and the network. The tab is in the address.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatCount } from "#domain/formats.ts";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Art } from "#app/ui/art.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { PartFailure } from "#app/ui/compact/part-failure.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { GoingColdTab } from "./page/going-cold-tab.tsx";
import { IntroducersTab } from "./page/introducers-tab.tsx";
import { SuggestionsTab } from "./page/suggestions-tab.tsx";
import { NetworkTab } from "./network/network-tab.tsx";
import { isMining, relationshipStateQuery, type RelationshipState } from "./relationships-data.ts";
import { TalkDialog } from "./talk-dialog.tsx";

const small = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];
const word = (count: number) => small[count] ?? (count >= 1000 ? "1,000 and more" : formatCount(count));

function note({ cold = 0, suggestions = 0, mail_is_counted, is_counting, next_version }: RelationshipState) {
  const counted = mail_is_counted
    ? "Counted from mail, meetings, inquiries and proposals; no outside data."
    : "Counted from talks, meetings, inquiries and proposals; mail in mailboxes is not counted.";
  const waits = `${word(cold)} ${cold === 1 ? "tie is" : "ties are"} going cold, ${word(suggestions).toLowerCase()} ${suggestions === 1 ? "suggestion waits" : "suggestions wait"}.`;
  if (is_counting) return `Everything is being counted. ${counted}`;
  return `${waits} ${counted}${next_version ? " New settings are being counted; until then the old numbers stand." : ""}`;
}

export default function RelationshipsPage() {
  return (
    <>
      <title>{`Relationships | ${site.name} admin`}</title>
      {isMining() ? <Relationships /> : <MiningIsOff />}
    </>
  );
}

/** Where it would be: the operator does not want it. */
export function MiningIsOff() {
  return (
    <>
      <AreaHead title="Relationships" />
      <section aria-label="Relationships" className={panelClass}>
        <EmptyState art={<Art name="still" />} title="Relationship mining is off">
          <p className="max-w-112 text-muted">
            The server is set to <code>CRM_REL_MINING=false</code>: nothing is computed, and what was is deleted.
            Whoever runs the server can switch it on.
          </p>
        </EmptyState>
      </section>
    </>
  );
}

function Relationships() {
  const { params, change } = useAddress();
  const state = useQuery(relationshipStateQuery);
  const told = state.data;
  if (told && !told.is_on) return <MiningIsOff />;
  const count = (value: number | undefined) => (value ? value : undefined);
  const isEmpty = told !== undefined && !told.has_ties && !told.is_counting && !told.suggestions && !told.introducers;
  return (
    <>
      <AreaHead title="Relationships" note={told && !isEmpty && note(told)}>
        <Link to="/admin/settings?tab=relationships" className={buttonClass({ variant: "line", size: "compact" })}>
          How it is counted
        </Link>
      </AreaHead>
      {state.isPending && (
        <section className={panelClass}>
          <LoadingRows rows={6} />
        </section>
      )}
      {state.isError && (
        <section className={panelClass}>
          <PartFailure
            what="relationships"
            why={messageOf(state.error)}
            onRetry={() => void state.refetch()}
            busy={state.isFetching}
          />
        </section>
      )}
      {isEmpty && <NothingYet />}
      {told && !isEmpty && (
        <Tabs
          label="Relationships"
          tone="ink"
          selected={params.get("tab") ?? "cold"}
          onSelect={(tab) =>
            change(
              {
                tab: tab === "cold" ? null : tab,
                search: null,
                owner: null,
                was: null,
                page: null,
                of: null,
                around: null,
              },
              true,
            )
          }
          tabs={[
            { id: "cold", label: "Going cold", count: count(told.cold), panel: <GoingColdTab /> },
            { id: "suggestions", label: "Suggestions", count: count(told.suggestions), panel: <SuggestionsTab /> },
            { id: "introducers", label: "Introducers", count: count(told.introducers), panel: <IntroducersTab /> },
            { id: "network", label: "Network", panel: <NetworkTab /> },
          ]}
        />
      )}
    </>
  );
}

function NothingYet() {
  const { isOn } = useRecordsContext();
  const [isNoting, setNoting] = useState(false);
  return (
    <section aria-label="Relationships" className={`${panelClass} rounded-br-turn-btn`}>
      <EmptyState art={<Art name="still" />} title="Nothing to count yet">
        <p className="max-w-96 text-muted">
          A tie is counted from days on which both sides wrote or met. Connect a mailbox, or note a talk on a contact.
        </p>
        <p className="flex flex-wrap justify-center gap-2">
          {isOn("mailbox") && may("mailbox", "add") && (
            <Link to="/admin/settings?tab=mailboxes" className={buttonClass({ size: "compact" })}>
              Connect a mailbox
            </Link>
          )}
          {may("relationships", "edit") && (
            <Button variant="line" size="compact" icon="note" onClick={() => setNoting(true)}>
              Note a talk
            </Button>
          )}
        </p>
      </EmptyState>
      {isNoting && <TalkDialog onClose={() => setNoting(false)} />}
    </section>
  );
}
