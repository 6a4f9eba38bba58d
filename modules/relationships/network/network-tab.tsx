// The network around a company or a person: a table, and the picture of it beside.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { csvLine } from "#domain/csv-text.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { closestAccountsQuery, networkQuery } from "../relationships-data.ts";
import { NetworkPicture } from "./network-picture.tsx";
import { type NetworkRow, networkRows } from "./network-table.ts";

const networkCsv = (rows: readonly NetworkRow[]): string[] => [
  csvLine(["Who", "Knows", "Of", "Strength", "In a word", "From"]),
  ...rows.map(({ from, to, about, strength, word, reason }) =>
    csvLine([from, to, about, String(strength), word, reason]),
  ),
];

const targets = {
  account: { table: "accounts", one: "company", page: "/admin/crm/accounts" },
  contact: { table: "contacts", one: "contact", page: "/admin/crm/contacts" },
} as const;

export function NetworkTab() {
  const { params, change } = useAddress();
  const kind = params.get("around") === "contact" ? "contact" : "account";
  const closest = useQuery(closestAccountsQuery);
  const id = params.get("of") ?? (kind === "account" ? (closest.data?.[0]?.account_id ?? "") : "");
  const network = useQuery(networkQuery(kind, id));
  // On a phone the picture is behind a button: the table says the same.
  const [isShown, setShown] = useState(false);
  const rows = network.data ? networkRows(network.data) : [];
  const save = () =>
    exportFile("relationships", "network.csv", networkCsv(rows)).catch((error: unknown) =>
      toast({ title: "Failed to export", text: messageOf(error as Error), tone: "danger" }),
    );
  return (
    <section aria-label="Network" className={`${panelClass} rounded-br-turn-btn`}>
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
        <Segmented
          label="Around"
          chosen={kind}
          choices={[
            { id: "account", name: "A company" },
            { id: "contact", name: "A person" },
          ]}
          onChoose={(around) => change({ around: around === "account" ? null : around, of: null }, true)}
        />
        <div className="min-w-0 flex-1 basis-56 sm:max-w-80">
          <ReferencePicker
            key={kind}
            label={kind === "account" ? "Company" : "Person"}
            to={targets[kind]}
            value={id}
            onChange={(of) => change({ of: of || null }, true)}
          />
        </div>
        <span className="ml-auto flex gap-2">
          <Button
            variant="line"
            size="compact"
            className="sm:hidden"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? "Hide the picture" : "Show the picture"}
          </Button>
          {may("relationships", "export") && (
            <Button
              variant="line"
              size="compact"
              icon="download"
              disabled={rows.length === 0}
              onClick={() => void save()}
            >
              CSV
            </Button>
          )}
        </span>
      </header>
      {network.isError && (
        <FailedRow what="the network" why={messageOf(network.error)} onRetry={() => void network.refetch()} />
      )}
      {closest.isError && id === "" && (
        <FailedRow what="companies" why={messageOf(closest.error)} onRetry={() => void closest.refetch()} />
      )}
      {id !== "" && network.isPending && <LoadingRows rows={6} />}
      {(id === "" && !closest.isPending) || (network.data && rows.length === 0) ? (
        <EmptyState title={id === "" ? "Choose where it begins" : "Nobody is known here yet"}>
          <p className="max-w-96 text-muted">
            {id === ""
              ? "A company or a person, and everyone around them."
              : "There is no tie with anyone of them, and none between them."}
          </p>
        </EmptyState>
      ) : (
        network.data && (
          <div className="grid lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
            <div className={`border-line p-2 lg:border-r ${isShown ? "" : "max-sm:hidden"}`}>
              <NetworkPicture
                network={network.data}
                label={`Network of ${network.data.nodes.length} people; the same numbers are in the table`}
              />
              <p className="px-2 pb-2 text-caption text-muted">
                One line is ten points. Solid discs are us. Arrow keys walk from neighbor to neighbor, Enter opens.
              </p>
            </div>
            <section
              aria-label="Table of the network"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it
              tabIndex={0}
              className="max-h-[38rem] overflow-auto -outline-offset-2"
            >
              <table className="w-full text-caption">
                <caption className="sr-only">Who knows whom, the strongest first</caption>
                <thead className="sticky top-0 bg-surface">
                  <tr className="text-left">
                    {["Who", "Knows", "Strength", "From"].map((head) => (
                      <th key={head} scope="col" className="px-3 py-2 font-normal text-muted">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.key} className="border-t border-line">
                      <th scope="row" className="px-3 py-1.5 text-left font-semibold">
                        {row.from}
                      </th>
                      <td className="px-3 py-1.5">{row.to}</td>
                      <td className="px-3 py-1.5 whitespace-nowrap">
                        <b className="font-semibold">{row.word}</b> {row.strength}
                      </td>
                      <td className="px-3 py-1.5 text-muted">{row.reason}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </div>
        )
      )}
    </section>
  );
}
