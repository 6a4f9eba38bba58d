// What accepting a suggestion will do, before it is done; with what it still has to know.
import { useState } from "react";
import { messageOf, type RequestError } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { Field, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type Suggestion, useRelationshipChange } from "../relationships-data.ts";
import { factWords, suggestionTitle, wordsOfKind } from "../suggestion-words.ts";

const company = { table: "accounts", one: "company", page: "/admin/crm/accounts", creatable: true } as const;
const noRecord = "00000000-0000-0000-0000-000000000000";
const nameOf = (address: string) =>
  (address.split("@")[0] ?? "")
    .split(/[._-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");

/** Only choices that the database takes for this kind. */
interface Choice {
  keep?: string;
  account_id?: string;
  name?: string;
  title?: string;
  email?: string;
}

function firstChoice({ kind, one_id, other_id, evidence }: Suggestion): Choice {
  const address = String(evidence[0]?.["value"] ?? "");
  if (kind === "same_person" || kind === "two_companies") return { keep: one_id };
  if (kind === "job_change")
    return {
      account_id: other_id === noRecord ? "" : other_id,
      title: "",
      email: evidence[0]?.code === "new domain" ? address : "",
    };
  if (kind === "new_contact") return { account_id: "", name: nameOf(address) };
  return {};
}

const follows: Readonly<Record<string, string>> = {
  same_person:
    "Everything of the other moves to the one that stays. A merge can be undone for thirty days, in the trash.",
  two_companies: "People, deals and history of the other move to the one that stays. It can be undone for thirty days.",
  job_change: "The job until now is kept among their earlier ones. Notes, deals and history stay with the person.",
  introduced: "It appears in their timeline, and deals won from now on count for the introducer.",
  further_address: "Mail from this address is filed with them from now on.",
  other_company: "The contact moves to this company. Its history stays with the contact.",
  know_each_other: "It is shown on both, and counts for the way to either of them.",
  new_contact: "The address becomes a contact. Nothing is sent.",
};

export function AcceptDialog({
  suggestion,
  onClose,
  onAccepted,
}: {
  suggestion: Suggestion;
  onClose: () => void;
  onAccepted: () => void;
}) {
  const [choice, setChoice] = useState(() => firstChoice(suggestion));
  const [problem, setProblem] = useState<string | null>(null);
  const words = wordsOfKind(suggestion.kind);
  const accept = useRelationshipChange(
    () =>
      call("accept_suggestion", {
        suggestion: suggestion.id,
        revision: suggestion.revision,
        choice: Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== "")),
      }),
    () => `Accepted: ${suggestionTitle(suggestion)}`,
    "Failed to accept",
  );
  const set = (next: Choice) => {
    setProblem(null);
    setChoice({ ...choice, ...next });
  };
  const submit = () =>
    accept.mutate(undefined, {
      onSuccess: onAccepted,
      onError: (error) => setProblem(messageOf(error as RequestError)),
    });
  const pairs = [
    [suggestion.one_id, suggestion.one_name, suggestion.one_about],
    [suggestion.other_id, suggestion.other_name, suggestion.other_about],
  ] as const;
  return (
    <FormDialog
      title={suggestionTitle(suggestion)}
      busy={accept.isPending}
      confirm={accept.isPending ? "Working..." : words.accept}
      onConfirm={submit}
      onClose={onClose}
      autofocus="confirm"
    >
      <div className="grid gap-4">
        <ul className="grid gap-0.5 text-caption text-muted">
          {suggestion.evidence.map((fact) => (
            <li key={JSON.stringify(fact)} className="wrap-anywhere">
              {factWords(fact)}
            </li>
          ))}
        </ul>
        {choice.keep && (
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-caption font-semibold">Which one stays</legend>
            {pairs.map(([id, name, about]) => (
              <label
                key={id}
                className="flex cursor-pointer items-start gap-2.5 rounded-1 border border-line px-3 py-2"
              >
                <span className="sr-only">Keep</span>
                <input
                  type="radio"
                  name="keep"
                  className="mt-1 accent-solid"
                  checked={choice.keep === id}
                  onChange={() => set({ keep: id })}
                />
                <span className="min-w-0">
                  <b className="block font-semibold wrap-anywhere">{name}</b>
                  <span className="text-caption text-muted wrap-anywhere">{about}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {choice.name !== undefined && (
          <TextField
            label="Full name"
            size="compact"
            value={choice.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
        {choice.account_id !== undefined && (
          <Field label="Company" size="compact">
            {(control) => (
              <ReferencePicker
                label="Company"
                to={company}
                value={choice.account_id ?? ""}
                control={control}
                onChange={(account_id) => set({ account_id })}
              />
            )}
          </Field>
        )}
        {choice.title !== undefined && (
          <>
            <TextField
              label="Job title there"
              size="compact"
              value={choice.title}
              onChange={(event) => set({ title: event.target.value })}
            />
            <TextField
              label="Address there"
              size="compact"
              type="email"
              hint="Empty: the address stays as it is."
              value={choice.email ?? ""}
              onChange={(event) => set({ email: event.target.value })}
            />
          </>
        )}
        <p className="text-caption text-muted">{follows[suggestion.kind]}</p>
        {problem && (
          <p role="alert" className="text-caption font-semibold text-danger">
            {problem}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
