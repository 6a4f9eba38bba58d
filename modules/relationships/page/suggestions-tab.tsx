// Suggestions, each with its rule and what speaks for it. J and K go through them, A accepts, X refuses, for good.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "#domain/formats.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { type Suggestion, suggestionsQuery, useRelationshipChange } from "../relationships-data.ts";
import { factWords, suggestionTitle, wordsOfKind } from "../suggestion-words.ts";
import { AcceptDialog } from "./accept-dialog.tsx";

const key = "rounded-1 border border-line px-1 text-xs";

export function SuggestionsTab() {
  const [shown, setShown] = useState<"open" | "refused">("open");
  const open = useQuery(suggestionsQuery("open"));
  const refused = useQuery(suggestionsQuery("refused"));
  const query = shown === "open" ? open : refused;
  const [at, setAt] = useState<string | null>(null);
  const [accepting, setAccepting] = useState<Suggestion | null>(null);
  const mayEdit = may("relationships", "edit");
  const rows = query.data ?? [];
  const current = rows.find(({ id }) => id === at) ?? rows[0];
  /** The next one has the focus after this one is gone. */
  const after = (id: string) => {
    const place = rows.findIndex((row) => row.id === id);
    setAt(rows[place + 1]?.id ?? rows[place - 1]?.id ?? null);
  };
  const refuse = useRelationshipChange(
    ({ id }: Suggestion) => call("refuse_suggestion", { suggestion: id }),
    (suggestion) => `Refused: ${suggestionTitle(suggestion)}`,
    "Failed to refuse",
  );
  const takeBack = useRelationshipChange(
    ({ id }: Suggestion) => call("take_back_refusal", { suggestion: id }),
    () => "The refusal is taken back",
    "Failed to take it back",
  );
  const step = (by: 1 | -1) => {
    const next = rows[rows.findIndex(({ id }) => id === current?.id) + by];
    if (!next) return;
    setAt(next.id);
    document.querySelector<HTMLElement>(`[data-suggestion="${next.id}"]`)?.focus();
  };
  const refuseOne = (suggestion: Suggestion) => {
    if (refuse.isPending) return;
    after(suggestion.id);
    refuse.mutate(suggestion);
  };
  /** With the one that has the focus, or else the one that is marked. */
  const decide = (work: (suggestion: Suggestion) => void) => () => {
    const focused = document.activeElement?.closest<HTMLElement>("[data-suggestion]")?.dataset["suggestion"];
    const chosen = rows.find(({ id }) => id === focused) ?? current;
    if (chosen && shown === "open" && mayEdit) work(chosen);
  };
  useShortcut("j", () => step(1));
  useShortcut("k", () => step(-1));
  useShortcut("a", decide(setAccepting));
  useShortcut("x", decide(refuseOne));
  const more = [...new Map(rows.filter((row) => row.more > 0).map((row) => [row.rule, row.more])).entries()];
  return (
    <section
      aria-label={shown === "open" ? "Suggestions" : "Refused suggestions"}
      className={`${panelClass} rounded-br-turn-btn`}
    >
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="text-small font-[640]">
          {shown === "open" ? countOf(rows.length, "suggestion") : countOf(rows.length, "refusal")}
        </h2>
        {shown === "open" && mayEdit && (
          <p className="text-caption text-muted max-sm:hidden">
            <kbd className={key}>J</kbd> <kbd className={key}>K</kbd> move, <kbd className={key}>A</kbd> accepts,{" "}
            <kbd className={key}>X</kbd> refuses
          </p>
        )}
      </header>
      {query.isError && (
        <FailedRow what="suggestions" why={messageOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <LoadingRows rows={5} />}
      {query.data?.length === 0 && (
        <EmptyState title={shown === "open" ? "Nothing to decide" : "Nothing was refused"}>
          {shown === "open" && (
            <p className="max-w-96 text-muted">
              What the records and your mail suggest appears here with what speaks for it.
            </p>
          )}
        </EmptyState>
      )}
      <ul>
        {rows.map((suggestion) => {
          const words = wordsOfKind(suggestion.kind);
          const title = suggestionTitle(suggestion);
          return (
            <li
              key={suggestion.id}
              data-suggestion={suggestion.id}
              tabIndex={-1}
              aria-current={suggestion.id === current?.id}
              className={classNames(
                "grid gap-x-6 gap-y-2 border-b border-line px-4 py-3.5 -outline-offset-2 last:border-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start",
                suggestion.id === current?.id && "shadow-[inset_3px_0_0_var(--ink)]",
              )}
            >
              <div className="min-w-0">
                <p className="mb-1 flex flex-wrap items-center gap-2 text-xs text-muted">
                  <span className="inline-flex items-center gap-1.5 rounded-1 rounded-br-turn-sm border border-line px-1.5 py-px text-ink">
                    <Icon name={words.icon} className="size-3.5" /> {words.name}
                  </span>
                  Rule: {suggestion.rule}
                </p>
                <h3 className="font-[620] text-pretty wrap-anywhere">{title}</h3>
                <ul className="mt-1 grid gap-0.5 text-caption text-muted">
                  {suggestion.evidence.map((fact) => (
                    <li
                      key={JSON.stringify(fact)}
                      className="grid grid-cols-[1rem_minmax(0,1fr)] gap-1.5 wrap-anywhere"
                    >
                      <span aria-hidden="true">–</span> {factWords(fact)}
                    </li>
                  ))}
                  {[suggestion.one_about, suggestion.other_about].some(Boolean) &&
                    ["same_person", "two_companies"].includes(suggestion.kind) && (
                      <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-1.5 wrap-anywhere">
                        <span aria-hidden="true">–</span>
                        {[
                          [suggestion.one_name, suggestion.one_about],
                          [suggestion.other_name, suggestion.other_about],
                        ]
                          .map(([name, about]) => `“${name ?? "One"}”: ${about ?? "nothing else known"}`)
                          .join("; ")}
                      </li>
                    )}
                </ul>
              </div>
              {mayEdit && (
                <div className="flex gap-2 max-sm:*:grow">
                  {shown === "open" ? (
                    <>
                      <Button
                        variant="line"
                        size="compact"
                        icon="check"
                        aria-label={`${words.accept}: ${title}`}
                        onClick={() => setAccepting(suggestion)}
                      >
                        {words.accept}
                      </Button>
                      <Button
                        variant="line"
                        size="compact"
                        icon="close"
                        className="border-transparent"
                        aria-label={`Refuse: ${title}`}
                        disabled={refuse.isPending}
                        onClick={() => refuseOne(suggestion)}
                      >
                        Refuse
                      </Button>
                    </>
                  ) : (
                    <Button
                      variant="line"
                      size="compact"
                      icon="back"
                      aria-label={`Take back: ${title}`}
                      disabled={takeBack.isPending}
                      onClick={() => takeBack.mutate(suggestion)}
                    >
                      Take back
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {more.map(([rule, count]) => (
        <p key={rule} className="border-t border-line px-4 py-2.5 text-caption text-muted">
          And {formatCount(count)} more of the rule “{rule}”.
        </p>
      ))}
      <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2.5 text-caption text-muted">
        <span>A refusal is final for that pair, also after a merge.</span>
        <button
          type="button"
          className="cursor-pointer underline decoration-control underline-offset-3"
          onClick={() => setShown(shown === "open" ? "refused" : "open")}
        >
          {shown === "open" ? `Refused, ${formatCount(refused.data?.length ?? 0)}` : "Back to the open ones"}
        </button>
      </footer>
      {accepting && (
        <AcceptDialog
          suggestion={accepting}
          onClose={() => setAccepting(null)}
          onAccepted={() => {
            after(accepting.id);
            setAccepting(null);
          }}
        />
      )}
    </section>
  );
}
